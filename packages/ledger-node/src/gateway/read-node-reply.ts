import { rawMember } from '../rpc/raw-member.ts'
import { faultText } from '../rpc/replies.ts'

/** The reply of a node. `failure` is a sentence for the caller, without the address of the node. */
export type NodeReply = { readonly status: number; readonly body: string } | { readonly failure: string }

/** The JSON-RPC error code of the gateway: the node sent no valid reply. */
const NO_ANSWER = -32001

/**
 * The outcome of a call: the JSON text of the result or of the error object; `isAnswer` when the node sent
 * it.
 */
export type NodeOutcome = Readonly<{ kind: 'result' | 'error'; member: string; isAnswer: boolean }>

/**
 * Extracts result or error from a node's reply to the request with this id, byte for byte, so that no digit
 * is lost. An invalid reply becomes the gateway's own error.
 */
export function readNodeReply(reply: NodeReply, id: number): NodeOutcome {
  if ('failure' in reply) return noAnswer(reply.failure)
  if (reply.status !== 200) return noAnswer(`The ledger node answered with HTTP status ${reply.status}.`)
  const envelope = parseObject(reply.body)
  if (envelope === undefined) return noAnswer('The ledger node sent a reply that is not a JSON object.')

  const isError = envelope.error !== undefined && envelope.error !== null
  // A node that cannot read the request does not have its id.
  if (envelope.id !== id && !(isError && envelope.id === null)) {
    return noAnswer('The ledger node sent a reply that belongs to another call.')
  }
  const kind = isError ? 'error' : 'result'
  const member = rawMember(reply.body, kind)
  if (member === undefined) return noAnswer('The ledger node sent neither a result nor an error.')
  return { kind, member, isAnswer: true }
}

/** The outcome of a call without a usable reply of the node. The sentence is shown to the caller. */
export function noAnswer(sentence: string): NodeOutcome {
  const member = faultText({ code: NO_ANSWER, message: sentence, data: 'null' })
  return { kind: 'error', member, isAnswer: false }
}

function parseObject(text: string): { id?: unknown; error?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
