import { randomBytes } from 'node:crypto'
import { useTestDatabase } from '@parley/db/testing'
import { recordSpans } from '@parley/telemetry'
import { expect, test } from 'vitest'
import { openSetup } from '../invitation/open-setup.ts'
import { createCipher } from './cipher.ts'
import { openInstallationSecrets } from './installation-secrets.ts'

const database = useTestDatabase()

test('secrets outlive restarts and a rotation, and refuse a wrong master key', async () => {
  const [first, second] = [randomBytes(32), randomBytes(32)]
  const open = (...keys: [Uint8Array, ...Uint8Array[]]) =>
    openInstallationSecrets(database.db, createCipher(keys))
  const made = await open(first)
  expect(made.apiKeyPepper).toHaveLength(32)
  expect(await open(first)).toEqual(made)
  await expect(open(second)).rejects.toThrow('master key that is not configured')
  expect(await open(second, first)).toEqual(made)
  expect(await open(second)).toEqual(made)
})

test('a start reads its secrets and its setup link without loading Prisma Client', async () => {
  const { db } = database
  const cipher = createCipher([randomBytes(32)])
  const none: ReadonlySet<string> = new Set()
  const administrators = { wallets: none, oidcSubjects: none, oidcGroups: none }
  const rules = { modes: new Set(['open'] as const), wallets: none, emailDomains: none, groups: none }
  const deps = { db, origin: 'http://parley.test', admission: { ...rules, administrators } }
  const operations: string[] = []
  const stop = recordSpans(({ name }) => {
    operations.push(name)
    return { set() {}, within: (work) => work(), end() {} }
  })
  try {
    await db.pool.query('delete from installation')
    await openInstallationSecrets(db, cipher)
    const link = await openSetup(deps, null)
    expect(link).toContain('http://parley.test')
    expect(await openSetup(deps, link)).toBe(link)
  } finally {
    stop()
  }
  expect(operations).toContain('select_installation_seal')
  // Prisma Client names its operations by model, such as `Installation.update`.
  expect(operations.filter((name) => !/^[a-z_]+$/.test(name))).toEqual([])
})
