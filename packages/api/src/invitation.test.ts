import { scriptedModel } from '@parley/agent/testing'
import type { AdmissionPolicy } from '@parley/core'
import { createTestUser, useTestDatabase } from '@parley/db/testing'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, expect, test } from 'vitest'
import { createSoftwarePasskey } from './testing/software-passkey.ts'
import { createTestApi, type TestApi } from './testing.ts'

const database = useTestDatabase()
let api: TestApi
let admin: string

beforeAll(async () => {
  api = open({ modes: new Set(['invite']) })
  admin = await api.deps.accessTokens.sign(await createTestUser(database.db, 'administrator'))
})

function open(admission: Partial<AdmissionPolicy>): TestApi {
  return createTestApi({ db: database.db, model: scriptedModel([]).model, admission })
}

async function signIn(
  door: TestApi,
  { invitation = '', account = privateKeyToAccount(generatePrivateKey()) } = {},
) {
  const challenge = await door.send('GET', `/auth/challenge?wallet=${account.address}`)
  const signature = await account.signMessage({ message: challenge.body.data.nonce })
  const body = { wallet: account.address, signature, ...(invitation && { invitation }) }
  return door.send('POST', '/auth/verify', { body })
}

async function invite(body: object = {}): Promise<string> {
  const reply = await api.send('POST', '/invitation', { bearer: admin, body })
  expect(reply.status).toBe(200)
  return reply.body.data.link.split('#')[1]
}

const countUsers = async () =>
  (await database.db.pool.query('select count(*)::int as count from users')).rows[0].count

test('a person without an invitation is refused with a sentence, and nothing is stored', async () => {
  const before = await countUsers()
  const reply = await signIn(api)
  expect(reply.status).toBe(403)
  expect(reply.body.message).toMatch(/need an invitation/)
  expect(await countUsers()).toBe(before)
})

test('an invitation admits one person once', async () => {
  const invitation = await invite({ note: 'Maria' })
  const account = privateKeyToAccount(generatePrivateKey())
  const read = await api.send('POST', '/invitation/read', { body: { invitation } })
  expect(read.body.data).toMatchObject({ role: 'member' })
  const first = await signIn(api, { invitation, account })
  expect(first.status).toBe(200)
  const second = await signIn(api, { invitation })
  expect(second.status).toBe(403)
  expect(second.body.message).toMatch(/was used or has expired/)
  expect((await api.send('POST', '/invitation/read', { body: { invitation } })).status).toBe(404)
  // The person who came by it signs in again without one.
  expect((await signIn(api, { account })).body.data.parley_uuid).toBe(first.body.data.parley_uuid)
  const listed = await api.send('GET', '/invitation', { bearer: admin })
  expect(listed.body.data.invitations[0]).toMatchObject({
    note: 'Maria',
    used_by: first.body.data.parley_uuid,
  })
  expect(JSON.stringify(listed.body)).not.toContain(invitation)
})

test('a passkey makes an account by an invitation, once, and without one is refused and not stored', async () => {
  const door = open({ modes: new Set(['invite']) })
  Object.assign(door.deps, { origin: 'https://parley.test' })
  const post = async (path: string, body: object) => door.send('POST', path, { body })
  const challenge = async (purpose: string) =>
    (await post('/auth/passkey/challenge', { purpose })).body.data.options
  const register = async (passkey = createSoftwarePasskey(), body = {}) =>
    post('/auth/passkey/register', {
      credential: passkey.create(await challenge('register')),
      label: 'Phone',
      ...body,
    })
  const count = async () => (await database.db.pool.query('select 1 from sign_ins')).rowCount
  const before = [await countUsers(), await count()]
  const refused = await register()
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringMatching(/need an invitation/)])
  expect([await countUsers(), await count()]).toEqual(before)

  const invitation = await invite()
  const passkey = createSoftwarePasskey()
  const admitted = await register(passkey, { invitation })
  expect(admitted.status).toBe(200)
  expect((await register(createSoftwarePasskey(), { invitation })).status).toBe(403)
  expect((await signIn(api, { invitation })).status).toBe(403)
  expect(await countUsers()).toBe(Number(before[0]) + 1)
  const again = await post('/auth/passkey/verify', { credential: passkey.get(await challenge('sign_in')) })
  expect(again.body.data.parley_uuid).toBe(admitted.body.data.parley_uuid)
})

test('on a closed service an invitation says that it admits no new person', async () => {
  const invitation = await invite()
  const closed = open({ modes: new Set() })
  const read = (door: TestApi) => door.send('POST', '/invitation/read', { body: { invitation } })
  expect((await read(api)).body.data.admits).toBe(true)
  expect((await read(closed)).body.data.admits).toBe(false)
  expect((await signIn(closed, { invitation })).body.message).toMatch(/admits no new people/)
})

test('of people who use one invitation at once, one comes in', async () => {
  const invitation = await invite()
  const before = await countUsers()
  const replies = await Promise.all(Array.from({ length: 8 }, () => signIn(api, { invitation })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(403)])
  expect(await countUsers()).toBe(before + 1)
})

test('an invitation that has expired, was deleted or was never made admits no person', async () => {
  const expired = await invite()
  await database.db.pool.query(
    `update invitations set expires_at = now() - interval '1 second' where used_at is null`,
  )
  expect((await signIn(api, { invitation: expired })).status).toBe(403)
  const deleted = await api.send('POST', '/invitation', { bearer: admin, body: {} })
  const { invitation_id, link } = deleted.body.data
  expect((await api.send('DELETE', `/invitation/${invitation_id}`, { bearer: admin })).status).toBe(200)
  expect((await api.send('DELETE', `/invitation/${invitation_id}`, { bearer: admin })).status).toBe(404)
  expect((await signIn(api, { invitation: link.split('#')[1] })).status).toBe(403)
  expect((await signIn(api, { invitation: 'x'.repeat(22) })).status).toBe(403)
  expect((await signIn(api, { invitation: 'x'.repeat(101) })).status).toBe(400)
})

test('an invitation for administrators makes an administrator, also of a person with an account', async () => {
  const forNew = await signIn(api, { invitation: await invite({ role: 'administrator' }) })
  const bearer = forNew.body.data.access_token
  expect((await api.send('GET', '/user', { bearer })).status).toBe(200)

  const member = (await signIn(api, { invitation: await invite() })).body.data.access_token
  const accept = (invitation: string) =>
    api.send('POST', '/invitation/accept', { bearer: member, body: { invitation } })
  const forMember = await invite()
  expect((await accept(forMember)).status).toBe(404)
  expect((await signIn(api, { invitation: forMember })).status).toBe(200)
  const forAdministrator = await invite({ role: 'administrator' })
  expect((await accept(forAdministrator)).status).toBe(200)
  expect((await accept(forAdministrator)).status).toBe(404)
  expect((await api.send('GET', '/user', { bearer: member })).status).toBe(200)
})

test('a closed service admits no new person, and makes no invitations', async () => {
  const closed = open({ modes: new Set() })
  const token = await closed.deps.accessTokens.sign(await createTestUser(database.db, 'administrator'))
  const invitation = await invite()
  expect((await closed.send('POST', '/invitation', { bearer: token, body: {} })).status).toBe(403)
  const reply = await signIn(closed)
  expect(reply.status).toBe(403)
  expect(reply.body.message).toMatch(/admits no new people/)
  expect((await signIn(closed, { invitation })).status).toBe(403)
})

test('a list admits its wallets, and people who have an account stay when it changes', async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const listed = open({ modes: new Set(['list']), wallets: new Set([account.address.toLowerCase()]) })
  expect((await signIn(listed)).body.message).toMatch(/not on the list/)
  expect((await signIn(listed, { account })).status).toBe(200)
  expect((await signIn(open({ modes: new Set() }), { account })).status).toBe(200)
})

test('administrators of the configuration come in anywhere, and lose the role with the configuration', async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const administrators = {
    wallets: new Set([account.address.toLowerCase()]),
    oidcSubjects: new Set<string>(),
    oidcGroups: new Set<string>(),
  }
  const named = open({ modes: new Set(), administrators })
  const bearer = (await signIn(named, { account })).body.data.access_token
  expect((await named.send('GET', '/user', { bearer })).status).toBe(200)
  const unnamed = open({ modes: new Set() })
  const later = (await signIn(unnamed, { account })).body.data.access_token
  expect((await unnamed.send('GET', '/user', { bearer: later })).status).toBe(403)
})

test('a disabled person cannot sign in again', async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const { parley_uuid } = (await signIn(api, { account, invitation: await invite() })).body.data
  await api.send('PATCH', `/user/${parley_uuid}`, { bearer: admin, body: { is_disabled: true } })
  const reply = await signIn(api, { account })
  expect(reply.status).toBe(403)
  expect(reply.body.message).toMatch(/account is disabled/)
})
