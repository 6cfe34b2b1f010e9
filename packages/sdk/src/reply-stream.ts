import { ParleyError } from './parley-error.ts'

/** The events of a streamed call, in their order. Iterate it, then ask for the reply; or ask for the reply at once. */
export type ReplyStream<Event, Reply> = AsyncGenerator<Event, Reply, void> & {
  /**
   * What the plain call would have returned. Reads what is left of the stream first. Throws ParleyError when the call
   * failed, and when you stopped reading the stream before its end.
   *
   * @example
   * const { content } = await parley.chat.queryStream({ session_id, query: 'How many?' }).reply()
   */
  readonly reply: () => Promise<Reply>
}

/** Adds `reply` to the events of a call. */
export function withReply<Event, Reply>(
  events: AsyncGenerator<Event, Reply, void>,
): ReplyStream<Event, Reply> {
  const ended: Reply[] = []
  const stream = keepReply()
  return Object.assign(stream, { reply: readReply })

  async function* keepReply(): AsyncGenerator<Event, Reply, void> {
    const reply = yield* events
    ended.push(reply)
    return reply
  }

  async function readReply(): Promise<Reply> {
    let next = await stream.next()
    while (!next.done) next = await stream.next()
    for (const reply of ended) return reply
    throw new ParleyError('The stream was left before its reply came.', { status: 0 })
  }
}
