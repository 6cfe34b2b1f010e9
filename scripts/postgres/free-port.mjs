import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'

/**
 * Returns a free port on 127.0.0.1 for the server, the last one if possible, and writes it to `port`.
 *
 * @param {string} folder where the file `port` lies
 * @returns {Promise<number>}
 */
export async function freePort(folder) {
  const file = path.join(folder, 'port')
  const port = (await tryPort(readNumber(file))) ?? (await tryPort(0))
  if (port === undefined) throw new Error('No port on 127.0.0.1 is free.')
  writeFileSync(file, `${port}\n`, { mode: 0o600 })
  return port
}

/** @param {string} file @returns {number} 0, which means any, when there is no such file */
function readNumber(file) {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || 0
  } catch {
    return 0
  }
}

/** @param {number} wanted @returns {Promise<number | undefined>} undefined when it is taken */
function tryPort(wanted) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(undefined))
    probe.listen({ port: wanted, host: '127.0.0.1' }, () => {
      const address = /** @type {import('node:net').AddressInfo} */ (probe.address())
      probe.close(() => resolve(address.port))
    })
  })
}
