import { expect, test } from 'vitest'
import { keepInstallationSeal, replaceInstallationSeal } from './installation.ts'
import { useTestDatabase } from './testing.ts'

const database = useTestDatabase()

test('simultaneous first starts keep one sealed value until it is replaced', async () => {
  const { db } = database
  const seals = await Promise.all(['a', 'b', 'c'].map((text) => keepInstallationSeal(db, Buffer.from(text))))
  expect(new Set(seals.map(String)).size).toBe(1)
  await replaceInstallationSeal(db, Buffer.from('new'))
  expect(String(await keepInstallationSeal(db, Buffer.from('d')))).toBe('new')
})
