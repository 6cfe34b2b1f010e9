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

test('own personas belong to their owner, who lists, changes and deletes them', async () => {
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
