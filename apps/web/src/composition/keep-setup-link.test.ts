import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel } from '@parley/agent/testing'
import { acceptInvitation, type Deps } from '@parley/core'
import { createTestDeps } from '@parley/core/testing'
import { createTestUser, useTestDatabase } from '@parley/db/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepSetupLink } from './keep-setup-link.ts'

const database = useTestDatabase()
let deps: Deps
let folder: string

beforeEach(async () => {
  deps = createTestDeps({ db: database.db, model: scriptedModel([]).model })
  folder = await mkdtemp(join(tmpdir(), 'parley-setup-'))
  await database.db.pool.query('delete from invitations')
  await database.db.pool.query(`update users set role = 'member'`)
})
afterEach(() => rm(folder, { recursive: true }))

async function readToken(): Promise<string> {
  const link = (await readFile(join(folder, 'setup-link'), 'utf8')).trim()
  expect(link).toMatch(/^http:\/\/parley\.test\/invitation#[\w-]{22}$/)
  return link.split('#')[1] ?? ''
}

test('the first start leaves a link for the operator alone, and the next start the same one', async () => {
  const file = await keepSetupLink(deps, folder)
  expect(file).toBe(join(folder, 'setup-link'))
  expect((await stat(join(folder, 'setup-link'))).mode & 0o777).toBe(0o600)
  const token = await readToken()
  await keepSetupLink(deps, folder)
  expect(await readToken()).toBe(token)
  const { rows } = await database.db.pool.query('select * from invitations')
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('the link makes one administrator, and is gone afterwards', async () => {
  await keepSetupLink(deps, folder)
  const token = await readToken()
  const other = await mkdtemp(join(tmpdir(), 'parley-setup-'))
  await keepSetupLink(deps, other)
  const otherLink = await readFile(join(other, 'setup-link'), 'utf8')
  await rm(other, { recursive: true })
  const [first, second] = [await createTestUser(database.db), await createTestUser(database.db)]
  const accepted = await Promise.allSettled([
    acceptInvitation(deps, first, token),
    acceptInvitation(deps, second, otherLink.trim().split('#')[1] ?? ''),
  ])
  expect(accepted.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { rows } = await database.db.pool.query(`select id from users where role = 'administrator'`)
  expect(rows).toHaveLength(1)
  expect(await keepSetupLink(deps, folder)).toBeNull()
  await expect(readFile(join(folder, 'setup-link'))).rejects.toThrow('ENOENT')
})

test('an expired link is replaced', async () => {
  await keepSetupLink(deps, folder)
  const token = await readToken()
  await database.db.pool.query(`update invitations set expires_at = now() - interval '1 minute'`)
  await keepSetupLink(deps, folder)
  expect(await readToken()).not.toBe(token)
})

test('an installation whose configuration names administrators has no link', async () => {
  const wallets = new Set([`0x${'1'.repeat(40)}`])
  const administrators = { ...deps.admission.administrators, wallets }
  const configured = { ...deps, admission: { ...deps.admission, administrators } }
  expect(await keepSetupLink(configured, folder)).toBeNull()
})
