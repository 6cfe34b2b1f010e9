import { FINAL_STEP, type MESSAGE_TYPES } from '@parley/contract'
import type { MessageStatus } from '@parley/db'
import type { JsonObject } from '@parley/domain'

export type MessageType = (typeof MESSAGE_TYPES)[number]

/** An assistant message as it is stored. Only the caller receives the `suggestions`. */
export type Answer = {
  readonly content: string
  readonly type: MessageType
  readonly status: MessageStatus
  /** Empty when no tool was used. */
  readonly runId: string
  readonly artifacts: string[] | null
  readonly suggestions: readonly string[] | null
}

type Written = {
  readonly runId: string
  /** The whole text of the message, reasoning included. */
  readonly content: string
  readonly status: MessageStatus
  /** The tool calls. A step of another name than `final_response` is one. */
  readonly steps: readonly { readonly agentName: string; readonly output: JsonObject }[]
}

/** The tool whose successful call ends a run with a question to the user. */
const ASKING_TOOL = 'ask_user'

/** Makes the message of a run from what it wrote and from its steps. */
export function makeAnswer({ runId, content, status, steps }: Written): Answer {
  const calls = steps.filter(({ agentName }) => agentName !== FINAL_STEP)
  const paths = calls.flatMap(({ output }) => pathsIn(output))
  return {
    content,
    type: typeOf(calls, { content, status }),
    status,
    runId: calls.length > 0 ? runId : '',
    artifacts: paths.length > 0 ? paths : null,
    suggestions: null,
  }
}

function typeOf(
  calls: Written['steps'],
  { content, status }: Pick<Written, 'content' | 'status'>,
): MessageType {
  const isAsking = calls.some(
    ({ agentName, output }) => agentName === ASKING_TOOL && Array.isArray(output.choices),
  )
  if (isAsking && status === 'ok') return 'dia'
  return calls.length > 0 ? 'message' : typeWithoutCalls(content, status)
}

/** An answer that asks back is a dialogue. */
function typeWithoutCalls(content: string, status: MessageStatus): MessageType {
  return status === 'ok' && content.trimEnd().endsWith('?') ? 'dia' : 'chat'
}

function pathsIn({ artifacts }: JsonObject): string[] {
  return Array.isArray(artifacts) ? artifacts.filter((path) => typeof path === 'string') : []
}
