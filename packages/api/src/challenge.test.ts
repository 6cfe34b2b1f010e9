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

const newAccount = () => privateKeyToAccount(generatePrivateKey())

async function getMessage(wallet: string): Promise<string> {
  return (await api.send('GET', `/auth/challenge?wallet=${wallet}`)).body.data.nonce
}

test('a challenge stays valid while other clients request challenges for the same wallet', async () => {
  const victim = newAccount()
  const message = await getMessage(victim.address)
  const signature = await victim.signMessage({ message })
  for (let round = 0; round < 10; round++) {
    await Promise.all(Array.from({ length: 10 }, () => getMessage(victim.address)))
  }
  const body = { wallet: victim.address, signature }
  expect((await api.send('POST', '/auth/verify', { body })).status).toBe(200)
  expect((await api.send('POST', '/auth/verify', { body })).status).toBe(401)
})

test('the last of many challenges for one wallet is also valid', async () => {
  const victim = newAccount()
  await Promise.all(Array.from({ length: 40 }, () => getMessage(victim.address)))
  const signature = await victim.signMessage({ message: await getMessage(victim.address) })
  const body = { wallet: victim.address, signature }
  expect((await api.send('POST', '/auth/verify', { body })).status).toBe(200)
})

test('accepts a valid signature although other clients used up the sign-in attempts of its wallet', async () => {
  const busy = createTestApi({
    db: database.db,
    model: scriptedModel([]).model,
    limits: { signInsPerSecond: 1 / 600, signInBurst: 3 },
  })
  const victim = newAccount()
  const { body } = await busy.send('GET', `/auth/challenge?wallet=${victim.address}`)
  const signature = await victim.signMessage({ message: body.data.nonce })
  for (const status of [200, 200, 429]) {
    expect((await busy.send('GET', `/auth/challenge?wallet=${victim.address}`)).status).toBe(status)
  }
  const wrong = { wallet: victim.address, signature: `0x${'11'.repeat(65)}` }
  expect((await busy.send('POST', '/auth/verify', { body: wrong })).status).toBe(429)
  const proof = { wallet: victim.address, signature }
  expect((await busy.send('POST', '/auth/verify', { body: proof })).status).toBe(200)
})
