import { scriptedModel } from '@parley/agent/testing'
import { useTestDatabase } from '@parley/db/testing'
import { beforeAll, expect, test } from 'vitest'
import { router } from './router.ts'
import { createTestApi, type TestApi } from './testing.ts'

const database = useTestDatabase()
let api: TestApi
let token: string

beforeAll(async () => {
  api = createTestApi({ db: database.db, model: scriptedModel([]).model })
  token = (await api.signIn()).token
})

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

test('a key cannot create keys, and another user cannot revoke it', async () => {
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
