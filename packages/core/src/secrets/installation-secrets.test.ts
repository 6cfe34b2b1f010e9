import { randomBytes } from 'node:crypto'
import { useTestDatabase } from '@parley/db/testing'
import { expect, test } from 'vitest'
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
