import { createRequire } from 'node:module'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const { generatePrivateKey, privateKeyToAccount } = createRequire(
  path.join(root, 'packages/core/package.json'),
)('viem/accounts')

/** @typedef {Awaited<ReturnType<typeof openClient>>} Client */

/** Signs in a new wallet. @param {string} origin */
export async function openClient(origin) {
  let token = ''

  /**
   * @param {string} operation as in `POST /agent`
   * @param {{ body?: object, port?: number }} [options] `port` goes to one replica and past the proxy
   * @returns {Promise<any>} the data of the reply
   */
  async function call(operation, { body, port } = {}) {
    const [method = '', target = ''] = operation.split(' ')
    const response = await fetch(`${port ? `http://127.0.0.1:${port}` : origin}/api${target}`, {
      method,
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const reply = await response.json()
    if (reply.status !== 'ok') throw new Error(`${operation}: ${response.status} ${reply.message}`)
    return reply.data
  }

  const account = privateKeyToAccount(generatePrivateKey())
  const { nonce } = await call(`GET /auth/challenge?wallet=${account.address}`)
  const signature = await account.signMessage({ message: nonce })
  const verified = await call('POST /auth/verify', { body: { wallet: account.address, signature } })
  token = verified.access_token
  return { call, token }
}
