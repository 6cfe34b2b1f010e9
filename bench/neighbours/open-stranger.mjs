import { randomBytes } from 'node:crypto'
import { Agent } from 'undici'

/** The misbehaving client calls from another address of this machine than the second user. */
export const STRANGER_ADDRESS = '127.0.0.2'

/**
 * @typedef {import('./open-hostile-tool.mjs').HostileTool} HostileTool
 * @typedef {(method: string, path: string, sent?: { body?: string | Buffer, headers?: Record<string, string>, token?: string }) => Promise<void>} Send
 * @typedef {{ origin: string, signal: AbortSignal, tokens: string[], replies: Record<string, number>, send: Send,
 *   call: (method: string, path: string, body: unknown) => Promise<any>, hostileTool: HostileTool,
 *   repeat: (clients: number, act: (client: number) => Promise<unknown>) => Promise<void>, close: () => Promise<void> }} Stranger
 */

/**
 * Opens a client with two free accounts. It counts its replies by status; `closed` counts requests without a reply.
 *
 * @param {import('../start-service.mjs').Service} service
 * @param {HostileTool} hostileTool
 * @param {AbortSignal} signal its end
 * @returns {Promise<Stranger>}
 */
export async function openStranger(service, hostileTool, signal) {
  const tokens = [await service.signIn(), await service.signIn()]
  const dispatcher = new Agent({ localAddress: STRANGER_ADDRESS })
  const replies = {}
  const count = (status) => {
    replies[status] = (replies[status] ?? 0) + 1
  }
  /** @type {Send} */
  const send = async (method, path, { body, headers, token = tokens[0] } = {}) => {
    const asked = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers }
    await dispatcher
      .request({ origin: service.origin, method, path, headers: asked, body, signal })
      .then(async (reply) => {
        await reply.body.dump()
        count(reply.statusCode)
      })
      .catch(() => signal.aborted || count('closed'))
  }
  const repeat = async (clients, act) => {
    const loop = async (client) => {
      while (!signal.aborted) await act(client)
    }
    await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)))
  }
  const call = (method, target, body) => service.call(method, target, { token: tokens[0], body })
  const close = () => dispatcher.destroy()
  return { origin: service.origin, signal, tokens, replies, send, call, hostileTool, repeat, close }
}

/** @param {{ fileName: string, content: string | Buffer, isEnded?: boolean }} file a form with one file, also without its end */
export function toForm({ fileName, content, isEnded = true }) {
  const boundary = `form-${randomBytes(8).toString('hex')}`
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`
  return {
    body: Buffer.concat([
      Buffer.from(head),
      Buffer.from(content),
      Buffer.from(isEnded ? `\r\n--${boundary}--\r\n` : ''),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
