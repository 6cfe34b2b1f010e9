import { AppError } from '@parley/errors'

type Accepts = (value: unknown) => boolean

/** Parameters of a request, and the values of each that the service applies or that do not change the answer. */
export type AcceptedParameters = Readonly<Record<string, Accepts>>

/** Accepts an object without fields, or with fields of null only. */
export const isEmptyObject: Accepts = (value) =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => one === null)

/** Accepts the listed values. */
export const isOneOf =
  (...values: readonly unknown[]): Accepts =>
  (value) =>
    values.includes(value)

const isAnything: Accepts = () => true
const isOff: Accepts = (value) => value === false
const isZero: Accepts = (value) => value === 0
const isEmptyList: Accepts = (value) => Array.isArray(value) && value.length === 0

/** The parameters of a chat completion. */
export const COMPLETION_PARAMETERS: AcceptedParameters = {
  // Read by `readCompletion`.
  model: isAnything,
  messages: isAnything,
  stream: isAnything,
  stream_options: isAnything,
  temperature: isAnything,
  top_p: isAnything,
  max_tokens: isAnything,
  max_completion_tokens: isAnything,
  // Labels, caching and routing: the answer is the same without them.
  metadata: isAnything,
  parallel_tool_calls: isAnything,
  prediction: isAnything,
  prompt_cache_key: isAnything,
  safety_identifier: isAnything,
  service_tier: isAnything,
  store: isAnything,
  user: isAnything,
  // Only the value without an effect.
  frequency_penalty: isZero,
  functions: isEmptyList,
  logit_bias: (value) => typeof value === 'object' && Object.keys(value ?? {}).length === 0,
  logprobs: isOff,
  modalities: (value) => Array.isArray(value) && value.every((item) => item === 'text'),
  n: (value) => value === 1,
  presence_penalty: isZero,
  response_format: (value) =>
    typeof value === 'object' && value !== null && 'type' in value && value.type === 'text',
  stop: isEmptyList,
  tool_choice: (value) => value === 'none' || value === 'auto',
  tools: isEmptyList,
  top_logprobs: isZero,
}

/**
 * Refuses parameters that would change the answer and that this service does not apply (OpenAI API
 * reference). A parameter of null counts as absent. Throws `invalid_request` with every such name.
 */
export function refuseOtherParameters(
  body: Readonly<Record<string, unknown>>,
  accepted: AcceptedParameters,
): void {
  const refused = Object.entries(body)
    .filter(([name, value]) => value !== null && !isHarmless(accepted, name, value))
    .map(([name]) => name.slice(0, 100))
  if (refused.length === 0) return
  const advice = refused.includes('tools') ? ' The tools are those of the agent; send none.' : ''
  throw new AppError(
    'invalid_request',
    `This service does not support ${refused.slice(0, 20).join(', ')}. Leave it out.${advice}`,
  )
}

function isHarmless(accepted: AcceptedParameters, name: string, value: unknown): boolean {
  return Object.hasOwn(accepted, name) && (accepted[name]?.(value) ?? false)
}
