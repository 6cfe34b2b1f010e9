import { scriptedModel } from '@parley/agent/testing'
import { ENDPOINTS } from '@parley/contract'
import { useTestDatabase } from '@parley/db/testing'
import { beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './testing.ts'

const database = useTestDatabase()
let api: TestApi
let admin: string
let adminId: string

beforeAll(async () => {
  api = createTestApi({ db: database.db, model: scriptedModel([]).model })
  const { token, userId } = await api.signIn()
  admin = token
  adminId = userId
  await database.db.pool.query(`update users set role = 'administrator' where id = $1`, [userId])
})

test.each(ENDPOINTS.filter(({ role, path }) => role === 'administrator' && path !== null))(
  '$name is refused to members and to API keys, before the body is read',
  async ({ method, path }) => {
    const member = (await api.signIn()).token
    const target = (path ?? '').replaceAll(/\{[a-z_]+\}/g, adminId)
    const reply = await api.send(method, target, { bearer: member, raw: '{broken' })
    expect(reply.status).toBe(403)
    expect(reply.body.message).toBe('Only an administrator can do this.')
  },
)

test('an administrator lists people with their proofs, in pages', async () => {
  const { address, userId } = await api.signIn()
  const page = await api.send('GET', '/user?limit=1', { bearer: admin })
  expect(page.body.data.users).toEqual([
    {
      parley_uuid: userId,
      user_id: address,
      role: 'member',
      is_disabled: false,
      admitted_by: 'open',
      created_at: expect.any(String),
      sign_ins: [{ kind: 'wallet', issuer: '', label: address, last_used_at: expect.any(String) }],
    },
  ])
  const next = await api.send('GET', `/user?limit=1&cursor=${page.body.data.next_cursor}`, { bearer: admin })
  expect(next.body.data.users[0].parley_uuid).not.toBe(userId)
  expect((await api.send('GET', '/user?cursor=nonsense', { bearer: admin })).status).toBe(400)
})

test('a disabled person is refused on the next request, and comes back when enabled', async () => {
  const { token, userId } = await api.signIn()
  const other = (await api.signIn()).token
  const disable = (is_disabled: boolean) =>
    api.send('PATCH', `/user/${userId}`, { bearer: admin, body: { is_disabled } })
  expect((await disable(true)).body.data.is_disabled).toBe(true)
  expect((await api.send('GET', '/agent', { bearer: token })).status).toBe(401)
  expect((await api.send('GET', '/agent', { bearer: other })).status).toBe(200)
  await disable(false)
  expect((await api.send('GET', '/agent', { bearer: token })).status).toBe(200)
})

test('a role counts from the next request on', async () => {
  const { token, userId } = await api.signIn()
  const setRole = (role: string) => api.send('PATCH', `/user/${userId}`, { bearer: admin, body: { role } })
  await setRole('administrator')
  expect((await api.send('GET', '/user', { bearer: token })).status).toBe(200)
  await setRole('member')
  expect((await api.send('GET', '/user', { bearer: token })).status).toBe(403)
})

test('the last administrator can neither leave nor be disabled', async () => {
  for (const body of [{ role: 'member' }, { is_disabled: true }]) {
    const reply = await api.send('PATCH', `/user/${adminId}`, { bearer: admin, body })
    expect(reply.status).toBe(409)
    expect(reply.body.message).toMatch(/last administrator/)
  }
  expect((await api.send('GET', '/user', { bearer: admin })).status).toBe(200)
})

test.each([
  { what: 'become members', body: { role: 'member' } },
  { what: 'are disabled', body: { is_disabled: true } },
])('of two administrators who $what at the same moment, one stays', async ({ body }) => {
  const other = await api.signIn()
  const { pool } = api.deps.db
  await pool.query(`update users set role = 'administrator' where id = $1`, [other.userId])
  const [mine, theirs] = await Promise.all([
    api.send('PATCH', `/user/${adminId}`, { bearer: admin, body }),
    api.send('PATCH', `/user/${other.userId}`, { bearer: other.token, body }),
  ])
  expect([mine.status, theirs.status].sort()).toEqual([200, 409])
  const { rows } = await pool.query(
    `select count(*)::int as count from users where role = 'administrator' and disabled_at is null`,
  )
  expect(rows[0].count).toBe(1)
  await pool.query(`update users set role = 'administrator', disabled_at = null where id = $1`, [adminId])
  await pool.query(`update users set role = 'member' where id = $1`, [other.userId])
})
