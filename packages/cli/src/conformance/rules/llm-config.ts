import { dataOf } from '../probe.ts'
import type { Rule } from '../rule.ts'
import { requireOne, requireSome, show, Violation } from '../violation.ts'
import type { World } from '../world.ts'
import { requireFailure } from './envelope.ts'

const at = (anchor: string) => `agent-service.md#${anchor}`
const FIELDS = { provider: 'openai', model: 'm', name: 'Conformance check' }

async function create({ probe, remove }: World, fields: object) {
  const config = dataOf(
    await probe('POST', '/llm_config', { body: { ...FIELDS, ...fields } }),
    'POST /llm_config',
  )
  remove(`/llm_config/${config.id}`)
  return config
}

/** Rules about LLM configurations. */
export const LLM_CONFIG_RULES: readonly Rule[] = [
  {
    anchor: at('llm-providers'),
    title: 'ollama requires base_url, and an unknown provider is refused.',
    check: async ({ probe }) => {
      const body = { ...FIELDS, provider: 'ollama' }
      requireFailure(await probe('POST', '/llm_config', { body }), [400], 'ollama without base_url')
      const unknown = { ...FIELDS, provider: 'no_such_provider' }
      requireFailure(await probe('POST', '/llm_config', { body: unknown }), [400], 'an unknown provider')
    },
  },
  {
    anchor: at('llm-key'),
    title: 'A configuration may be created without a key, and its owner gets the key back.',
    check: async (world) => {
      const { id } = await create(world, { api_key: '' })
      requireOne(typeof id, ['number'], 'The type of the id')
      const keyed = await create(world, { api_key: 'sk-conformance' })
      const read = dataOf(await world.probe('GET', `/llm_config/${keyed.id}`), 'GET /llm_config/{id}')
      requireOne(read.api_key, ['sk-conformance'], 'api_key for its owner')
    },
  },
  {
    anchor: at('llm-params'),
    title: 'Other keys of params are stored and returned.',
    check: async (world) => {
      const params = { temperature: 0.5, seed: 7 }
      const { id } = await create(world, { params })
      const read = dataOf(await world.probe('GET', `/llm_config/${id}`), 'GET /llm_config/{id}')
      requireOne(JSON.stringify(read.params), [JSON.stringify(params)], 'params')
    },
  },
  {
    anchor: at('llm-patch'),
    title: 'PATCH changes the sent fields only and replaces params as a whole.',
    check: async (world) => {
      const { id } = await create(world, { description: 'Before', params: { temperature: 0.5, top_p: 1 } })
      const body = { name: 'After', params: { top_p: 0.5 } }
      await world.probe('PATCH', `/llm_config/${id}`, { body })
      const read = dataOf(await world.probe('GET', `/llm_config/${id}`), 'GET /llm_config/{id}')
      requireSome(
        read,
        ['id', 'user_id', 'provider', 'model', 'params', 'name', 'description', 'created_at'],
        'A configuration',
      )
      requireOne(read.name, ['After'], 'The changed name')
      requireOne(read.description, ['Before'], 'The description that was not sent')
      requireOne(JSON.stringify(read.params), ['{"top_p":0.5}'], 'The replaced params')
    },
  },
  {
    anchor: at('llm-test'),
    title: 'A test of a configuration stores nothing.',
    needs: ['model'],
    check: async ({ probe, model }) => {
      const before = (await probe('GET', '/llm_config')).text
      const body = {
        provider: 'ollama',
        model: model?.model,
        base_url: model?.baseUrl,
        api_key: '',
        name: 'Conformance test',
      }
      const { response } = dataOf(await probe('POST', '/chat/test', { body }), 'POST /chat/test')
      requireOne(typeof response, ['string'], 'The type of response')
      if ((await probe('GET', '/llm_config')).text !== before)
        throw new Violation(`POST /chat/test stored ${show(body.name)}.`)
    },
  },
]
