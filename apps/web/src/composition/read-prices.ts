import { readFile } from 'node:fs/promises'
import { Provider } from '@parley/contract'
import type { Prices } from '@parley/core'
import * as z from 'zod'

const File = z.strictObject({
  as_of: z.iso.date(),
  prices: z.array(
    z.strictObject({
      provider: Provider,
      model: z.string().min(1),
      input_usd_per_million: z.number().min(0),
      output_usd_per_million: z.number().min(0),
    }),
  ),
})

/**
 * Reads the operator's price table: a JSON file `{"as_of": "2026-11-01", "prices": […]}`. A model that ends in `*` stands
 * for every model with that beginning. Without a file no price is known. Throws an error that names the invalid entry.
 */
export async function readPrices(path: string | null): Promise<Prices> {
  if (path === null) return { asOf: null, prices: [] }
  const parsed = File.safeParse(await readJson(path))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(`PARLEY_PRICES_FILE: ${issue?.path.join('.')}: ${issue?.message}`)
  }
  return {
    asOf: parsed.data.as_of,
    prices: parsed.data.prices.map(({ provider, model, input_usd_per_million, output_usd_per_million }) => ({
      provider,
      model,
      input: input_usd_per_million,
      output: output_usd_per_million,
    })),
  }
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (cause) {
    throw new Error('PARLEY_PRICES_FILE: the file is missing or is not JSON.', { cause })
  }
}
