import { createInterface } from 'node:readline'

/** @typedef {{ id: number, method: string, params: unknown }} Request */
/** @typedef {{ engine: any, readPanic: () => string }} Engine */

// Ids of requests to the CLI, far from the ids of the CLI's own requests.
let nextId = 1_000_000

/**
 * Answers JSON-RPC requests, one per line of standard input and one after the other, until the input ends.
 *
 * @param {Engine} engine
 */
export async function serveEngine(engine) {
  for await (const line of createInterface({ input: process.stdin })) {
    if (!line.trim()) continue
    const request = JSON.parse(line)
    if (request.method) await answer(request, engine)
  }
}

/** @param {Request} request @param {Engine} engine */
async function answer({ id, method, params }, { engine, readPanic }) {
  try {
    const name = method === 'getDatabaseVersion' ? 'version' : method
    const result = await engine[name](params)
    send({ id, result: method === 'diff' ? printDiff(result) : (result ?? {}) })
  } catch (error) {
    const { code, meta, message } = /** @type {{ code?: string, meta?: unknown, message?: string }} */ (error)
    const text = `${message ?? error} ${readPanic()}`.trim()
    const data = { is_panic: false, message: text, meta: meta ?? {}, error_code: code ?? null }
    send({ id, error: { code: 4466, message: 'An error happened. Check the data field for details.', data } })
  }
}

/**
 * The native engine sends a diff's text as a separate request.
 *
 * @param {{ exitCode: number, stdout: string | null }} result
 */
function printDiff({ exitCode, stdout }) {
  if (stdout !== null) send({ id: nextId++, method: 'print', params: { content: stdout } })
  return { exitCode, stdout: null }
}

/** @param {object} message */
function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}
