import { DataConnection, OPERATIONS } from '@parley/contract'
import { AppError } from '@parley/errors'
import { expect, test } from 'vitest'
import type * as z from 'zod'
import { checkInput } from './check-input.ts'

function messageOf(schema: z.ZodType, value: unknown): string {
  try {
    checkInput(schema, value)
  } catch (error) {
    if (error instanceof AppError) return `${error.code} ${error.message}`
    throw error
  }
  return 'accepted'
}

const { create } = OPERATIONS.agent
const model_config_id = 1

test.each<[string, z.ZodType, unknown, string]>([
  ['names every missing field', create.input, {}, 'name: is missing; model_config_id: is missing.'],
  [
    'says of which type a field must be',
    create.input,
    { name: 5, description: [], model_config_id: 'x', tools: {}, limits: 1 },
    'name: must be text; description: must be text; model_config_id: must be a number; tools: must be a list; limits: must be an object.',
  ],
  [
    'names nested fields by their path',
    create.input,
    { name: 'A', model_config_id, tools: [{ tool_name: '', tool_server_id: 's', approval: 'maybe' }] },
    'tools.0.tool_name: must have at least 1 character; tools.0.approval: must be auto, ask or never.',
  ],
  [
    'states the bounds of numbers, texts and lists',
    create.input,
    {
      name: 'x'.repeat(201),
      model_config_id: 0,
      tools: Array.from({ length: 65 }, () => ({ tool_name: 't', tool_server_id: 's' })),
    },
    'name: must have at most 200 characters; model_config_id: must be at least 1; tools: must have at most 64 entries.',
  ],
  [
    'uses the sentence of the schema',
    create.input,
    { name: ' ', model_config_id },
    'name: must not be empty.',
  ],
  [
    'names the accepted kinds of a connection',
    DataConnection,
    { kind: 'oracle' },
    'kind: must be postgresql, mysql, http_api, clickhouse or trino.',
  ],
  [
    'says what a number or a numeric text must be',
    OPERATIONS.chat.test.input,
    { provider: 'openai', model: 'm', params: { temperature: 'warm', max_tokens: 0 } },
    'params.temperature: must be a number; params.max_tokens: must be at least 1.',
  ],
  ['names a UUID', OPERATIONS.agent.get.input, { agent_id: 'x' }, 'agent_id: must be a UUID.'],
  ['refuses a value that is not an object', create.input, 'text', 'body: must be an object.'],
])('%s', (_what, schema, value, sentence) => {
  expect(messageOf(schema, value)).toBe(`invalid_request ${sentence}`)
})

test('lists at most twenty wrong fields and counts the others', () => {
  const tools = Array.from({ length: 64 }, () => ({}))
  const message = messageOf(create.input, { name: 'A', model_config_id, tools })
  expect(message.split(';')).toHaveLength(21)
  expect(message).toMatch(/; and 108 more fields are wrong\.$/)
})
