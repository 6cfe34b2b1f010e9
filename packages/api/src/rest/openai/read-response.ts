import { LIMITS, text } from '@parley/contract'
import type { Completion } from '@parley/core'
import { AppError } from '@parley/errors'
import * as z from 'zod'
import { checkInput } from '../../procedure/check-input.ts'
import { readTarget } from './read-target.ts'
import {
  type AcceptedParameters,
  isEmptyObject,
  isOneOf,
  refuseOtherParameters,
} from './refuse-other-parameters.ts'

/** OpenAI's bounds of `metadata`. */
const METADATA = { labels: 16, keyLength: 64, valueLength: 512 }

const TextPart = z.object({ type: z.enum(['input_text', 'output_text', 'text']), text: z.string() })
const Content = z.union(
  [z.string(), z.array(TextPart).transform((parts) => parts.map((part) => part.text).join(''))],
  'must be text or a list of text parts',
)
const Role = z.enum(['user', 'assistant', 'system', 'developer'])
const Message = z.object({
  type: z.literal('message', 'must be message').optional(),
  role: Role,
  content: Content,
})
const Text = text(LIMITS.promptLength)
const Question = z.string().transform((content) => [{ role: 'user' as const, content }])

/** Labels of a response (OpenAI API reference, "metadata"). */
const Metadata = z
  .record(text(METADATA.keyLength), text(METADATA.valueLength))
  .refine(
    (labels) => Object.keys(labels).length <= METADATA.labels,
    `must have at most ${METADATA.labels} labels`,
  )

/** The parameters of OpenAI's request that this service applies. */
const Body = z.object({
  model: z.string(),
  input: z
    .union([Question, z.array(Message).min(1).max(LIMITS.bodyKeys)], 'must be text or a list of messages')
    .pipe(z.array(z.object({ role: Role, content: Text }))),
  instructions: Text.nullish(),
  previous_response_id: z.string().nullish(),
  store: z.boolean().nullish(),
  background: z.boolean().nullish(),
  stream: z.boolean().nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  max_output_tokens: z.int().min(1).max(LIMITS.integer).nullish(),
  metadata: Metadata.nullish(),
})

const APPLIED = Object.fromEntries(Object.keys(Body.shape).map((name) => [name, () => true]))

/** The parameters that the service applies, and for the others the values that do not change the answer. */
const PARAMETERS: AcceptedParameters = {
  ...APPLIED,
  include: (value) => Array.isArray(value) && value.length === 0,
  parallel_tool_calls: () => true,
  prompt_cache_key: () => true,
  prompt_cache_retention: () => true,
  reasoning: isEmptyObject,
  safety_identifier: () => true,
  service_tier: () => true,
  stream_options: () => true,
  text: (value) => JSON.stringify(value) === '{"format":{"type":"text"}}' || isEmptyObject(value),
  tool_choice: isOneOf('none', 'auto'),
  tools: (value) => Array.isArray(value) && value.length === 0,
  top_logprobs: isOneOf(0),
  truncation: isOneOf('auto', 'disabled'),
  user: () => true,
}

export type ResponseRequest = Pick<Completion, 'target' | 'params' | 'question' | 'isStreaming'> & {
  readonly model: string
  /** Whether the turn is kept. */
  readonly isStored: boolean
  /** Whether the reply comes before the answer. */
  readonly isBackground: boolean
  readonly previousRunId: string | null
  readonly metadata: Readonly<Record<string, string>>
}

/**
 * Reads a request for a response (OpenAI API reference, "Create a model response"). A stored one is a turn of an agent
 * and has one new message of the user; one that is not stored may have a whole conversation. Throws `invalid_request`.
 */
export function readResponse(body: Readonly<Record<string, unknown>>): ResponseRequest {
  refuseOtherParameters(body, PARAMETERS)
  const parsed = checkInput(Body, body)
  const request = {
    model: parsed.model,
    target: readTarget(parsed.model),
    params: readParams(parsed),
    question: readQuestion(parsed),
    isStreaming: parsed.stream === true,
    isStored: parsed.store !== false,
    isBackground: parsed.background === true,
    previousRunId: parsed.previous_response_id == null ? null : readResponseId(parsed.previous_response_id),
    metadata: parsed.metadata ?? {},
  }
  refuseCombination(request)
  return request
}

/** Reads the run behind the id of a response. Throws `not_found` for a text of another form. */
export function readResponseId(id: string): string {
  const [, runId] = /^resp_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(id) ?? []
  if (runId === undefined) throw new AppError('not_found', 'There is no response with this id.')
  return runId
}

function refuseCombination(request: ResponseRequest): void {
  const refuse = (sentence: string) => {
    throw new AppError('invalid_request', sentence)
  }
  const { isStored, isBackground, previousRunId, target, question } = request
  if (!isStored && isBackground) refuse('background: needs a stored response. Leave out store.')
  if (!isStored && previousRunId !== null)
    refuse('previous_response_id: needs a stored response. Leave out store, or send the whole conversation.')
  if (isStored && target.kind === 'llm')
    refuse('store: answers of a configuration are not stored. Send store: false, or the id of an agent.')
  if (isStored && question.history.length > 0) {
    refuse(
      'input: a stored response has one new message of the user. Send the id of the last response as previous_response_id, or store: false.',
    )
  }
}

function readQuestion({ input: messages, instructions }: z.infer<typeof Body>): Completion['question'] {
  const last = messages.at(-1)
  if (last?.role !== 'user')
    throw new AppError('invalid_request', 'input: the last message must be of role user.')
  if (last.content.trim() === '') throw new AppError('invalid_request', 'input: must not be empty.')
  const isInstruction = ({ role }: { role: string }) => role === 'system' || role === 'developer'
  const told = messages.filter(isInstruction).map(({ content }) => content)
  const history = messages
    .slice(0, -1)
    .flatMap(({ role, content }) => (role === 'user' || role === 'assistant' ? [{ role, content }] : []))
  return {
    instructions: [instructions ?? '', ...told].filter((text) => text !== '').join('\n\n'),
    history,
    prompt: last.content,
  }
}

function readParams(body: z.infer<typeof Body>): Completion['params'] {
  return {
    ...(body.temperature != null && { temperature: body.temperature }),
    ...(body.top_p != null && { topP: body.top_p }),
    ...(body.max_output_tokens != null && { maxTokens: body.max_output_tokens }),
  }
}
