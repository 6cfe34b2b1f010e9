import { beforeAll, expect, test } from 'vitest'
import {
  createLlmConfig,
  deleteLlmConfig,
  getLlmConfig,
  listLlmConfigs,
  reserveLlmConfigId,
  updateLlmConfig,
} from './llm-config.ts'
import { DEFAULT_OWNER, type OwnerId } from './owner.ts'
import { createTestAgent, createTestConfig, createTestUser, useTestDatabase } from './testing.ts'
import { getUser } from './user.ts'

const database = useTestDatabase()
let owner: OwnerId
let other: OwnerId
beforeAll(async () => {
  owner = await createTestUser(database.db)
  other = await createTestUser(database.db)
})

test('an LLM configuration is read back unchanged, by its owner only', async () => {
  const { db } = database
  const id = await reserveLlmConfigId(db)
  const fields = {
    id,
    provider: 'openai',
    model: 'gpt',
    baseUrl: null,
    apiKeyCipher: Buffer.from([0, 1, 2, 255]),
    params: { top_p: 0.5, temperature: 1, 'x-other': { b: 1, a: [null] } },
    name: 'Main',
    description: '',
  }
  const config = await createLlmConfig(db, owner, fields)
  expect(config).toMatchObject(fields)
  expect(config.userId).toBe((await getUser(db, owner))?.walletAddress)
  expect(config.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/)
  expect(Object.keys(config.params)).toEqual(['top_p', 'temperature', 'x-other'])
  expect(await getLlmConfig(db, owner, id)).toEqual(config)
  expect(await getLlmConfig(db, other, id)).toBeNull()
  expect(await getLlmConfig(db, owner, id + 100_000)).toBeNull()
  expect(await listLlmConfigs(db, owner)).toEqual([config])
  expect(await listLlmConfigs(db, other)).toEqual([])
})

test('every user can read a template by id, and no user can list, change or delete it', async () => {
  const { db } = database
  const template = await createTestConfig(db, DEFAULT_OWNER)
  expect(template.userId).toBe('default')
  expect(await getLlmConfig(db, owner, template.id)).toEqual(template)
  expect(await listLlmConfigs(db, other)).toEqual([])
  expect(await updateLlmConfig(db, owner, { id: template.id, name: 'Mine' })).toBeNull()
  expect(await deleteLlmConfig(db, owner, template.id)).toBe('missing')
  expect(await getLlmConfig(db, owner, template.id)).toEqual(template)
  expect(await updateLlmConfig(db, DEFAULT_OWNER, { id: template.id, name: 'New' })).toMatchObject({
    name: 'New',
  })
})

test('an update changes only the given fields, for the owner alone', async () => {
  const { db } = database
  const config = await createTestConfig(db, owner)
  expect(await updateLlmConfig(db, other, { id: config.id, name: 'Taken' })).toBeNull()
  expect(await updateLlmConfig(db, owner, { id: config.id })).toEqual(config)
  const changed = await updateLlmConfig(db, owner, {
    id: config.id,
    name: 'New',
    baseUrl: null,
    apiKeyCipher: null,
  })
  expect(changed).toEqual({ ...config, name: 'New', baseUrl: null, apiKeyCipher: null })
  expect(await updateLlmConfig(db, owner, { id: config.id, params: {} })).toEqual({ ...changed, params: {} })
})

test('further keys of an update do not become columns', async () => {
  const { db } = database
  const config = await createTestConfig(db, owner)
  const sent = { id: config.id, name: 'New', userId: other, createdAt: 'never' }
  expect(await updateLlmConfig(db, owner, sent)).toEqual({ ...config, name: 'New' })
})

test('a configuration that an agent uses is not deleted', async () => {
  const { db } = database
  const { modelConfigId } = await createTestAgent(db, owner)
  const unused = await createTestConfig(db, owner)
  expect(await deleteLlmConfig(db, other, unused.id)).toBe('missing')
  expect(await deleteLlmConfig(db, owner, unused.id)).toBe('deleted')
  expect(await deleteLlmConfig(db, owner, unused.id)).toBe('missing')
  expect(await deleteLlmConfig(db, owner, modelConfigId)).toBe('in_use')
  expect(await getLlmConfig(db, owner, modelConfigId)).not.toBeNull()
})
