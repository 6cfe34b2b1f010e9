import { scriptedModel } from '@parley/agent/testing'
import type { ApiKeyScope } from '@parley/contract'
import type { OwnerId } from '@parley/db'
import { createTestAgent, createTestUser, useTestDatabase } from '@parley/db/testing'
import { Secret } from '@parley/domain'
import { expect, test } from 'vitest'
import { createAgent } from '../agent/create-agent.ts'
import { createLlmConfig } from '../llm-config/create-llm-config.ts'
import { createTestDeps } from '../testing.ts'
import { openOwnTools } from './own-tools.ts'

const database = useTestDatabase()

const asKey = (owner: OwnerId, ...scopes: ApiKeyScope[]) => ({
  kind: 'api_key' as const,
  owner,
  role: 'member' as const,
  ownLimits: null,
  keyId: 'a1B2c3D4e5F6',
  scopes,
})

test("offers an owner's agents as tools under unique names, but no agents of other users", async () => {
  const [alice, bob] = [await createTestUser(database.db), await createTestUser(database.db)]
  const deps = createTestDeps({ db: database.db, model: scriptedModel(['Three.']).model })
  const config = await createLlmConfig(deps, alice, {
    provider: 'ollama',
    model: 'm',
    baseUrl: 'http://127.0.0.1:1/v1',
    apiKey: new Secret(''),
    params: {},
    name: 'C',
    description: '',
  })
  for (const name of ['Sales analyst', 'Sales  Analyst!']) {
    await createAgent(deps, alice, {
      name,
      description: 'Counts.',
      modelConfigId: config.id,
      tools: [],
      limits: {},
    })
  }
  await createTestAgent(database.db, bob)

  const tools = await openOwnTools(deps, asKey(alice, 'read', 'chat'))
  expect(tools.map(({ name }) => name)).toEqual([
    'export_definitions',
    'ask_sales_analyst',
    'ask_sales_analyst_2',
  ])
  expect(tools[1]?.hints).toEqual({ title: 'Ask Sales analyst', readOnlyHint: false, openWorldHint: true })
  const others = await openOwnTools(deps, asKey(alice, 'read', 'manage', 'secrets'))
  expect(others.map(({ name }) => name)).toEqual(['export_definitions', 'import_definitions'])
  const context = { stepId: 1, signal: new AbortController().signal, onProgress: () => {} }
  const answer = await tools[1]?.call({ question: 'How many?' }, context)
  expect(answer).toEqual({
    status: 'ok',
    output: { content: 'Three.', status: 'ok', artifacts: [] },
    content: 'Three.',
  })
})
