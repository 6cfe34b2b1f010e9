import { expect, test } from 'vitest'
import { getLlmConfig, listLlmConfigs } from './llm-config.ts'
import { DEFAULT_OWNER } from './owner.ts'
import { replaceTemplates, type StoredTemplate } from './replace-templates.ts'
import { createTestAgent, createTestConfig, createTestUser, useTestDatabase } from './testing.ts'

const database = useTestDatabase()

const template = (name: string, model = 'm'): StoredTemplate => ({
  name,
  model,
  provider: 'openai',
  baseUrl: null,
  params: { temperature: 0.2 },
  description: 'For every user.',
})
const names = async () => (await listLlmConfigs(database.db, DEFAULT_OWNER)).map(({ name }) => name)

test('the templates are those of the newest list and keep their ids', async () => {
  const { db } = database
  const owner = await createTestUser(db)
  const own = await createTestConfig(db, owner)
  await replaceTemplates(db, [template('Fast'), template('Thorough')])
  const [fast] = await listLlmConfigs(db, DEFAULT_OWNER)
  expect(fast).toMatchObject({ ...template('Fast'), apiKeyCipher: null, userId: 'default' })

  await Promise.all([1, 2, 3].map(() => replaceTemplates(db, [template('Fast', 'newer'), template('Cheap')])))
  expect((await names()).toSorted()).toEqual(['Cheap', 'Fast'])
  expect(await getLlmConfig(db, owner, fast?.id ?? 0)).toMatchObject({ name: 'Fast', model: 'newer' })
  // Records of users are not affected by the list.
  expect(await listLlmConfigs(db, owner)).toMatchObject([{ id: own.id }])
})

test('a template that an agent of the operator uses is kept', async () => {
  const { db } = database
  await replaceTemplates(db, [])
  const agent = await createTestAgent(db, DEFAULT_OWNER)
  await replaceTemplates(db, [template('New')])
  expect(await listLlmConfigs(db, DEFAULT_OWNER)).toContainEqual(
    expect.objectContaining({ id: agent.modelConfigId }),
  )
})
