import type { ModelConfig, OfferedModel } from '@parley/domain'
import { hideKeyInText } from './hide-key.ts'
import { errorFromReply, unreadable } from './model-error.ts'
import type { ModelDeps } from './providers.ts'
import { type ModelEndpoint, resolveEndpoint } from './resolve-endpoint.ts'
import { parseObject, readArray, readObject, readString } from './wire.ts'

/** Models that vendors list beside the chat models. */
const NO_CHAT =
  /embed|whisper|tts|dall-e|moderation|transcribe|realtime|sora|imagen|veo|image|audio|babbage|davinci/i

const HIGHEST_COUNT = 1000

/**
 * Returns the models that a provider offers to this key, sorted by id. Models that cannot chat are left out.
 * Throws `invalid_config`, `upstream_failed` or `upstream_timeout` like a call of the model.
 */
export async function listModels(
  config: Pick<ModelConfig, 'provider' | 'apiKey' | 'baseUrl'>,
  { signal, ...deps }: ModelDeps & { readonly signal: AbortSignal },
): Promise<OfferedModel[]> {
  const endpoint = resolveEndpoint({ ...config, model: '' }, deps)
  const isAnthropic = config.provider === 'anthropic'
  const address = `${endpoint.baseUrl}${isAnthropic ? `/v1/models?limit=${HIGHEST_COUNT}` : '/models'}`
  const headers = { accept: 'application/json', ...toCredentials(endpoint) }
  const reply = await endpoint.client.send(address, { method: 'GET', headers, signal })

  const text = await reply.body.text()
  if (reply.status !== 200) {
    const header = (name: string) => [reply.headers[name]].flat()[0]
    throw errorFromReply({ status: reply.status, header, text }, endpoint)
  }
  const body = parseObject(text)
  if (!Array.isArray(body?.data)) throw unreadable(endpoint.label)
  const apiKey = config.apiKey.reveal()
  return readArray(body.data)
    .slice(0, HIGHEST_COUNT)
    .flatMap(toListedModel)
    .map(({ id, name }) => ({
      id: hideKeyInText(id, apiKey),
      name: hideKeyInText(name, apiKey),
    }))
    .sort((a, b) => a.id.localeCompare(b.id))
}

function toCredentials({ provider, apiKey }: ModelEndpoint): Record<string, string> {
  if (provider === 'anthropic') return { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }
  return apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }
}

function toListedModel(entry: unknown): OfferedModel[] {
  const model = readObject(entry)
  // Gemini puts the name of its collection before the id.
  const id = readString(model?.id).replace(/^models\//, '')
  if (id === '' || NO_CHAT.test(id)) return []
  return [{ id, name: readString(model?.display_name) || id }]
}
