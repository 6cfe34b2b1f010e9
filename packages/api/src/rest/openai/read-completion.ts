import { LIMITS } from '@parley/contract'
import type { Completion } from '@parley/core'
import { AppError } from '@parley/errors'
import * as z from 'zod'
import { checkInput } from '../../procedure/check-input.ts'
import { readTarget } from './read-target.ts'
import { COMPLETION_PARAMETERS, refuseOtherParameters } from './refuse-other-parameters.ts'

const TextPart = z.object({ type: z.literal('text'), text: z.string() })
const Content = z.union(
  [z.string(), z.array(TextPart).transform((parts) => parts.map(({ text }) => text).join(''))],
  'must be text or a list of text parts',
)

const Message = z.discriminatedUnion(
  'role',
  [
    z.object({ role: z.enum(['system', 'developer']), content: Content }),
    z.object({ role: z.literal('user'), content: Content }),
    z.object({ role: z.literal('assistant'), content: Content.nullish() }),
  ],
  { error: 'must be system, developer, user or assistant' },
)

/**
 * The parameters of OpenAI's request that this service applies; `refuseOtherParameters` checks the others.
 */
const Body = z.object({
  model: z.string(),
  messages: z.array(Message).min(1).max(LIMITS.bodyKeys),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  max_tokens: z.int().min(1).max(LIMITS.integer).nullish(),
  max_completion_tokens: z.int().min(1).max(LIMITS.integer).nullish(),
})

export type CompletionRequest = {
  readonly model: string
  readonly completion: Omit<Completion, 'signal'>
  /** Whether a stream ends with a chunk that counts tokens. */
  readonly hasUsageChunk: boolean
}

/**
 * Reads a chat-completions request (OpenAI API reference, "Create chat completion"). `model` is an agent's id, or
 * `llm:` and the id of a configuration. The last message must be the user's. Throws `invalid_request`.
 */
export function readCompletion(body: Readonly<Record<string, unknown>>): CompletionRequest {
  refuseOtherParameters(body, COMPLETION_PARAMETERS)
  const parsed = checkInput(Body, body)
  const { model, messages, stream, stream_options } = parsed
  const last = messages.at(-1)
  if (last?.role !== 'user')
    throw new AppError('invalid_request', 'messages: the last one must be of role user.')

  const isInstruction = ({ role }: { role: string }) => role === 'system' || role === 'developer'
  const instructions = messages.filter(isInstruction).map(({ content }) => content ?? '')
  const history = messages.slice(0, -1).filter((message) => !isInstruction(message))
  const question = {
    instructions: instructions.join('\n\n'),
    history: history.map(({ role, content }) => ({ role, content: content ?? '' })),
    prompt: last.content,
  }
  return {
    model,
    completion: {
      target: readTarget(model),
      params: readParams(parsed),
      question,
      isStreaming: stream === true,
    },
    hasUsageChunk: stream_options?.include_usage === true,
  }
}

function readParams(body: z.infer<typeof Body>): Completion['params'] {
  const maxTokens = body.max_completion_tokens ?? body.max_tokens
  return {
    ...(body.temperature != null && { temperature: body.temperature }),
    ...(body.top_p != null && { topP: body.top_p }),
    ...(maxTokens != null && { maxTokens }),
  }
}
