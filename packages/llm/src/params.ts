import type { JsonObject } from '@parley/domain'

/** The sampling parameters of a model. An absent one means the vendor's default. */
export type SamplingParams = {
  readonly temperature?: number
  readonly topP?: number
  readonly maxTokens?: number
}

/** Picks the three known keys from a configuration's params. Invalid numbers are left out. */
export function readParams(params: Readonly<JsonObject>): SamplingParams {
  const temperature = readNumber(params.temperature)
  const topP = readNumber(params.top_p)
  const maxTokens = readNumber(params.max_tokens)
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(maxTokens === undefined || maxTokens < 1 ? {} : { maxTokens: Math.floor(maxTokens) }),
  }
}

function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
