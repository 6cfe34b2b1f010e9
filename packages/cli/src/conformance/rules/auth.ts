import type { Rule } from '../rule.ts'
import { ensure, requireFields, requireForm, show } from '../violation.ts'
import { requireFailure } from './envelope.ts'

const at = (anchor: string) => `agent-service.md#${anchor}`
const WALLET = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'

/** Rules about credentials. */
export const AUTH_RULES: readonly Rule[] = [
  {
    anchor: at('auth-bearer'),
    title: 'Every operation but the two of wallets needs a credential.',
    check: async ({ probe }) => {
      for (const path of ['/agent', '/llm_config', '/chat/session', '/mcp/client/parley'])
        for (const key of [null, 'nonsense', `prl_${'a'.repeat(12)}_${'b'.repeat(49)}`])
          requireFailure(
            await probe('GET', path, { key }),
            [401],
            `GET ${path} with the credential ${show(key)}`,
          )
    },
  },
  {
    anchor: at('auth-challenge'),
    title: 'A challenge is a sentence with the origin and 64 hexadecimal digits, and each one differs.',
    check: async ({ probe }) => {
      const ask = async () => (await probe('GET', `/auth/challenge?wallet=${WALLET}`, { key: null })).data
      const [first, second] = [await ask(), await ask()]
      requireFields(first, ['nonce'], 'data of a challenge')
      requireForm(first.nonce, /^Sign this message to log in to \S+ at \S+: [0-9a-f]{64}$/, 'nonce')
      ensure(first.nonce !== second.nonce, 'Two challenges are equal.')
    },
  },
  {
    anchor: at('auth-verify'),
    title: 'A wrong signature is 401, and a malformed one 400 or 401.',
    check: async ({ probe }) => {
      await probe('GET', `/auth/challenge?wallet=${WALLET}`, { key: null })
      const verify = (signature: string) =>
        probe('POST', '/auth/verify', { key: null, body: { wallet: WALLET, signature } })
      requireFailure(await verify(`0x${'1'.repeat(128)}1b`), [401], 'a wrong signature')
      requireFailure(await verify('no signature'), [400, 401], 'a malformed signature')
    },
  },
  {
    anchor: at('key-revoke'),
    title: 'A key is revoked by its own secret only.',
    check: async ({ probe }) => {
      requireFailure(
        await probe('POST', `/apikeys/revoke/${'a'.repeat(12)}`),
        [403],
        'the revocation of another key',
      )
    },
  },
]
