import type { LlmConfig } from '@parley/contract'
import { COMPONENT_TEXTS } from '#web/console/components/texts.ts'
import type { ModelEntry } from '#web/console/queries/llm-config.ts'
import type { ModelFields } from '../hooks.ts'
import { MODEL_TEXTS } from '../texts.ts'

/** The values of the form. Numbers may be empty. */
export type ModelFormValues = {
  provider: LlmConfig['provider']
  name: string
  model: string
  base_url: string
  api_key: string
  description: string
  temperature: number | ''
  top_p: number | ''
  max_tokens: number | ''
}

/** Returns the form values of a stored configuration, or empty ones. They never contain the key. */
export function toFormValues(model: ModelEntry | null): ModelFormValues {
  return {
    provider: model?.provider ?? 'openai',
    name: model?.name ?? '',
    model: model?.model ?? '',
    base_url: model?.base_url ?? '',
    api_key: '',
    description: model?.description ?? '',
    temperature: numberOf(model, 'temperature'),
    top_p: numberOf(model, 'top_p'),
    max_tokens: numberOf(model, 'max_tokens'),
  }
}

/** Returns the request of the form. Keeps parameters that the form does not have. Without a name it takes the model's. */
export function toFields(values: ModelFormValues, model: ModelEntry | null): ModelFields {
  const { temperature, top_p, max_tokens, api_key, base_url, ...rest } = values
  const numbers = Object.entries({ temperature, top_p, max_tokens }).filter(([, value]) => value !== '')
  const { temperature: _t, top_p: _p, max_tokens: _m, ...unknown } = model?.params ?? {}
  return {
    ...rest,
    name: values.name.trim() || values.model.trim(),
    model: values.model.trim(),
    base_url: base_url.trim() === '' ? null : base_url.trim(),
    params: { ...unknown, ...Object.fromEntries(numbers) },
    ...(api_key !== '' && { api_key: api_key.trim() }),
  }
}

/** The check of each field: returns an error sentence, or null for a valid value. */
export const modelFormRules = {
  model: (value: string) => (value.trim() === '' ? COMPONENT_TEXTS.required : null),
  base_url: (value: string, { provider }: ModelFormValues) =>
    provider === 'ollama' && !/^https?:\/\/./.test(value.trim()) ? MODEL_TEXTS.needUrl : null,
  temperature: between(0, 2),
  top_p: between(0, 1),
}

function between(low: number, high: number) {
  return (value: number | '') =>
    value === '' || (value >= low && value <= high) ? null : MODEL_TEXTS.between(low, high)
}

function numberOf(model: ModelEntry | null, key: string): number | '' {
  const value = model?.params[key]
  return typeof value === 'number' ? value : ''
}
