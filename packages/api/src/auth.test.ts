import { scriptedModel } from '@parley/agent/testing'
import { useTestDatabase } from '@parley/db/testing'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './testing.ts'

const database = useTestDatabase()
let api: TestApi

beforeAll(async () => {
  api = createTestApi({ db: database.db, model: scriptedModel([]).model })
})

test('a challenge is valid for one sign-in, by its own wallet', async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const thief = privateKeyToAccount(generatePrivateKey())
  const challenge = await api.send('GET', `/auth/challenge?wallet=${account.address.toLowerCase()}`)
  const message: string = challenge.body.data.nonce
  expect(message).toMatch(/^Sign this message to log in to Parley at http:\/\/parley\.test: [0-9a-f]{64}$/)
  const verify = (signature: string, wallet: string = account.address) =>
    api.send('POST', '/auth/verify', { body: { wallet, signature } })

  expect((await verify(await thief.signMessage({ message }))).status).toBe(401)
  expect((await verify(`0x${'00'.repeat(65)}`)).status).toBe(401)
  expect((await verify(`0x${'00'.repeat(96)}`)).status).toBe(401)
  const signature = await account.signMessage({ message })
  const replies = await Promise.all(Array.from({ length: 16 }, () => verify(signature)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await verify(signature)).status).toBe(401)

  const again = await api.send('GET', `/auth/challenge?wallet=${account.address}`)
  const second = await verify(
    await account.signMessage({ message: again.body.data.nonce }),
    account.address.toLowerCase(),
  )
  const first = replies.find(({ status }) => status === 200)
  expect(second.body.data.parley_uuid).toBe(first?.body.data.parley_uuid)
  const zero = await api.send('GET', `/auth/challenge?wallet=0x${'0'.repeat(40)}`)
  expect(zero.status).toBe(400)
})

test('signing out revokes the token', async () => {
  const { token: mine } = await api.signIn()
  expect((await api.send('POST', '/auth/sign_out', { bearer: mine })).body.status).toBe('ok')
  expect((await api.send('GET', '/agent', { bearer: mine })).status).toBe(401)
})
