import type { StoredResponse } from '@parley/core'
import { AppError } from '@parley/errors'

type Status = 'in_progress' | 'completed' | 'incomplete' | 'cancelled' | 'failed'

const STATUSES: Readonly<Record<StoredResponse['status'], Status>> = {
  running: 'in_progress',
  ok: 'completed',
  truncated: 'incomplete',
  cancelled: 'cancelled',
  error: 'failed',
  interrupted: 'failed',
}

/** What a response object is made from, stored or not. */
export type ResponseState = Pick<
  StoredResponse,
  'previousRunId' | 'status' | 'text' | 'usage' | 'createdAt' | 'metadata'
> & {
  readonly id: string
  readonly model: string
  readonly isStored: boolean
  readonly isBackground?: boolean
  readonly instructions?: string
}

export type OutputItem = ReturnType<typeof presentItem>

/**
 * A response (OpenAI API reference, "The response object"). `output` replaces the one message of the answer. The
 * sentence of a failed turn is its error.
 */
export function presentResponse(state: ResponseState, output?: readonly OutputItem[]) {
  const { id, model, previousRunId, text, usage } = state
  const status = STATUSES[state.status]
  const hasText = status !== 'failed' && text !== ''
  return {
    id,
    object: 'response',
    created_at: Math.floor(state.createdAt.getTime() / 1000),
    status,
    background: state.isBackground ?? false,
    error: status === 'failed' ? { code: 'server_error', message: text } : null,
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    instructions: state.instructions ? state.instructions : null,
    max_output_tokens: null,
    metadata: state.metadata ?? {},
    model,
    output: output ?? (hasText ? [presentItem(id, 0, { status, text })] : []),
    parallel_tool_calls: true,
    previous_response_id: previousRunId === null ? null : responseId(previousRunId),
    reasoning: { effort: null, summary: null },
    store: state.isStored,
    temperature: null,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: null,
    truncation: 'auto',
    usage: usage && {
      input_tokens: usage.inputTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: usage.outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.inputTokens + usage.outputTokens,
    },
  }
}

/** A message of the assistant in the output of a response. */
export function presentItem(
  id: string,
  index: number,
  { status, text }: { readonly status: Status; readonly text: string | null },
) {
  return {
    id: `msg_${id.replace(/^resp_/, '')}_${index}`,
    type: 'message',
    status: status === 'completed' || status === 'in_progress' ? status : 'incomplete',
    role: 'assistant',
    content: text === null ? [] : [presentPart(text)],
  }
}

/** The text of a message. */
export function presentPart(text: string) {
  return { type: 'output_text', text, annotations: [], logprobs: [] }
}

/**
 * The input of a response (OpenAI API reference, "List input items"): the one message of its turn, or nothing when
 * `after` names that message. Throws `invalid_request` for another item.
 */
export function presentInput(id: string, text: string, after: string | null) {
  const item = {
    id: `msg_${id.replace(/^resp_/, '')}_input`,
    type: 'message',
    status: 'completed',
    role: 'user',
    content: [{ type: 'input_text', text }],
  }
  if (after === item.id) return { object: 'list', data: [], first_id: null, last_id: null, has_more: false }
  if (after !== null) throw new AppError('invalid_request', 'after: must be the id of an item of this list.')
  return { object: 'list', data: [item], first_id: item.id, last_id: item.id, has_more: false }
}

/** The id of the response that a run is. */
export function responseId(runId: string): string {
  return `resp_${runId}`
}
