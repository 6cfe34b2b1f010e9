import type { RestReply } from '../rest-request.ts'

/** A success without an envelope, as OpenAI's clients expect it. */
export function replyJson(body: unknown): RestReply {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  return { status: 200, headers, body: JSON.stringify(body) }
}
