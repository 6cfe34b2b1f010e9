import { scriptedModel } from '@parley/agent/testing'
import { createTestDatabase, type TestDatabase } from '@parley/db/testing'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { router } from '../router.ts'
import { createTestApi, type TestApi } from '../testing.ts'

let database: TestDatabase
let api: TestApi
let token: string

beforeAll(async () => {
  database = await createTestDatabase()
  api = createTestApi({ db: database.db, model: scriptedModel([]).model })
  token = (await api.signIn()).token
})
afterAll(() => database.drop())

const caller = (bearer: string) =>
  router.createCaller({ deps: api.deps, bearer, signal: new AbortController().signal, idempotencyKey: null })

test('a key works until it revokes itself', async () => {
  const { api_key_id, secret } = await caller(token).apiKey.create({ name: 'CI' })
  expect(secret).toMatch(new RegExp(`^prl_${api_key_id}_[0-9A-Za-z]{49}$`))
  expect((await api.send('GET', '/agent', { bearer: secret })).status).toBe(200)
  const [listed] = (await caller(token).apiKey.list()).api_keys
  expect(listed).toMatchObject({ api_key_id, name: 'CI', is_revoked: false })
  expect(JSON.stringify(listed)).not.toContain(secret.slice(-49))

  const other = await caller(token).apiKey.create({ name: 'Other' })
  const revoke = (id: string, bearer: string) => api.send('POST', `/apikeys/revoke/${id}`, { bearer })
  expect((await revoke(other.api_key_id, secret)).status).toBe(403)
  expect((await revoke(api_key_id, token)).status).toBe(403)
  expect((await revoke(api_key_id, secret)).body).toEqual({
    status: 'ok',
    message: 'The API key is revoked.',
  })
  expect((await api.send('GET', '/agent', { bearer: secret })).status).toBe(401)
  expect((await revoke(api_key_id, secret)).status).toBe(401)
  expect((await api.send('GET', '/agent', { bearer: other.secret })).status).toBe(200)
})

test('a key cannot make keys, and nobody revokes those of others', async () => {
  const { api_key_id, secret } = await caller(token).apiKey.create({ name: 'Limited' })
  await expect(caller(secret).apiKey.create({ name: 'More' })).rejects.toThrow('sign in with a wallet')
  const stranger = (await api.signIn()).token
  await expect(caller(stranger).apiKey.revoke({ api_key_id })).rejects.toThrow('no API key')
  await caller(token).apiKey.revoke({ api_key_id })
  expect((await api.send('GET', '/agent', { bearer: secret })).status).toBe(401)
})

test('an expired key is refused', async () => {
  const expires_at = new Date(Date.now() + 400).toISOString()
  const { secret } = await caller(token).apiKey.create({ name: 'Brief', expires_at })
  await expect.poll(async () => (await api.send('GET', '/agent', { bearer: secret })).status).toBe(401)
  await expect(caller(token).apiKey.create({ name: 'Past', expires_at })).rejects.toThrow('future')
})

test('a challenge is good for one sign-in, by its own wallet', async () => {
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

test('signing out ends the token', async () => {
  const { token: mine } = await api.signIn()
  expect((await api.send('POST', '/auth/sign_out', { bearer: mine })).body.status).toBe('ok')
  expect((await api.send('GET', '/agent', { bearer: mine })).status).toBe(401)
})

test('own personas are told to the model, belong to their owner, and may be deleted under a session', async () => {
  const mine = caller(token).persona
  const fields = { name: 'Pirate', description: 'Arr.', instructions: 'Talk like a pirate.' }
  const persona = await mine.create(fields)
  expect(persona.id).toBeGreaterThan(1000)
  const listed = await api.send('GET', '/persona', { bearer: token })
  expect(listed.body.data.personas).toHaveLength(6)
  expect(listed.body.data.personas[5]).toEqual({ id: persona.id, name: 'Pirate', description: 'Arr.' })
  const stranger = caller((await api.signIn()).token).persona
  await expect(stranger.update({ id: persona.id, name: 'Mine now' })).rejects.toThrow('no persona')
  await expect(stranger.delete({ id: persona.id })).rejects.toThrow('no persona')
  expect((await mine.update({ id: persona.id, name: 'Corsair' })).name).toBe('Corsair')
  await mine.delete({ id: persona.id })
  expect((await mine.listOwn()).personas).toEqual([])
})

test('a provider is asked for its models, with a key that must not be missing', async () => {
  const ask = (body: object) => api.send('POST', '/llm_config/models', { bearer: token, body })
  expect((await ask({ provider: 'openai' })).headers['x-error-code']).toBe('invalid_config')
  const models = [{ id: 'm', name: 'Model M' }]
  expect((await ask({ provider: 'openai', api_key: 'k' })).body.data).toEqual({ models })
  const body = { provider: 'openai', model: 'm', name: 'C', api_key: 'k' }
  const { id } = (await api.send('POST', '/llm_config', { bearer: token, body })).body.data
  expect((await api.send('GET', `/llm_config/${id}/models`, { bearer: token })).body.data).toEqual({ models })
})
