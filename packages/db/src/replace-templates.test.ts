import { afterAll, beforeAll, expect, test } from 'vitest'
import { getLlmConfig, listLlmConfigs } from './llm-config.ts'
import { DEFAULT_OWNER } from './owner.ts'
import { replaceTemplates, type Template } from './replace-templates.ts'
import {
  createTestAgent,
  createTestConfig,
  createTestDatabase,
  createTestUser,
  type TestDatabase,
} from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const template = (name: string, model = 'm'): Template => ({
  name,
  model,
  provider: 'openai',
  baseUrl: null,
  params: { temperature: 0.2 },
  description: 'For everybody.',
})
const names = async () => (await listLlmConfigs(database.db, DEFAULT_OWNER)).map(({ name }) => name)

test('templates are those of the newest list, under the ids they had', async () => {
  const { db } = database
  const owner = await createTestUser(db)
  const own = await createTestConfig(db, owner)
  await replaceTemplates(db, [template('Fast'), template('Thorough')])
  const [fast] = await listLlmConfigs(db, DEFAULT_OWNER)
  expect(fast).toMatchObject({ ...template('Fast'), apiKeyCipher: null, userId: 'default' })

  await Promise.all([1, 2, 3].map(() => replaceTemplates(db, [template('Fast', 'newer'), template('Cheap')])))
  expect((await names()).toSorted()).toEqual(['Cheap', 'Fast'])
  expect(await getLlmConfig(db, owner, fast?.id ?? 0)).toMatchObject({ name: 'Fast', model: 'newer' })
  // What people have made themselves is none of this list's business.
  expect(await listLlmConfigs(db, owner)).toMatchObject([{ id: own.id }])
})

test('one that an agent of the operator uses stays', async () => {
  const { db } = database
  await replaceTemplates(db, [])
  const agent = await createTestAgent(db, DEFAULT_OWNER)
  await replaceTemplates(db, [template('New')])
  expect(await listLlmConfigs(db, DEFAULT_OWNER)).toContainEqual(
    expect.objectContaining({ id: agent.modelConfigId }),
  )
})
