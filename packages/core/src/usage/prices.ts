import type { ModelConfig, Usage } from '@parley/domain'

/** What a model costs, in US dollars for a million tokens. */
export type ModelPrice = {
  readonly provider: string
  /** The model as the configuration spells it, or the beginning of its name and a `*`. */
  readonly model: string
  readonly input: number
  readonly output: number
}

/** The price table of the operator and the day on which it was true. Without a table every price is unknown. */
export type Prices = { readonly asOf: string | null; readonly prices: readonly ModelPrice[] }

type Model = Pick<ModelConfig, 'provider' | 'model'>

/** Returns the price of a model: that of its exact name, else that of the longest beginning; null when unknown. */
export function findPrice({ prices }: Prices, { provider, model }: Model): ModelPrice | null {
  const own = prices.filter((price) => price.provider === provider)
  const exact = own.find((price) => price.model === model)
  if (exact) return exact
  const byPrefix = own.filter(({ model: name }) => name.endsWith('*') && model.startsWith(name.slice(0, -1)))
  return byPrefix.toSorted((a, b) => b.model.length - a.model.length)[0] ?? null
}

/** Returns the cost in millionths of a US dollar, rounded up. */
export function costOf({ input, output }: ModelPrice, { inputTokens, outputTokens }: Usage): number {
  // A dollar for a million tokens is a millionth for one.
  return Math.ceil(inputTokens * input + outputTokens * output)
}
