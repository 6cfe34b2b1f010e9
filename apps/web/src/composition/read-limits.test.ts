import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from '../env.ts'
import { readLimits } from './read-limits.ts'

const LOCAL = { DATABASE_URL: 'postgresql://parley@127.0.0.1/parley' }
const PUBLIC = { ...LOCAL, PARLEY_MODE: 'public', PARLEY_ORIGIN: 'https://parley.example' }
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-limits-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const monthly = async (environment: Record<string, string>) =>
  (await readLimits(readSettings(environment))).limits.monthly

test('public mode limits the turns and tokens of a month, and local mode does not', async () => {
  expect(await monthly(LOCAL)).toEqual({ turns: null, tokens: null, costMicros: null })
  expect(await monthly(PUBLIC)).toEqual({ turns: 5000, tokens: 50_000_000, costMicros: null })
})

test('a variable replaces a default, and 0 is no limit', async () => {
  const chosen = { PARLEY_LIMITS_TURNS_PER_MONTH: '0', PARLEY_LIMITS_DOLLARS_PER_MONTH: '2.5' }
  expect(await monthly({ ...PUBLIC, ...chosen })).toEqual({
    turns: null,
    tokens: 50_000_000,
    costMicros: 2_500_000,
  })
})

test('the price table is read from its file, and a mistake in it is named', async () => {
  const file = join(folder, 'prices.json')
  const price = { provider: 'openai', model: 'm*', input_usd_per_million: 1, output_usd_per_million: 2 }
  await writeFile(file, JSON.stringify({ as_of: '2026-11-01', prices: [price] }))
  const read = () => readLimits(readSettings({ ...LOCAL, PARLEY_PRICES_FILE: file }))
  expect((await read()).prices).toEqual({
    asOf: '2026-11-01',
    prices: [{ provider: 'openai', model: 'm*', input: 1, output: 2 }],
  })
  await writeFile(file, JSON.stringify({ as_of: '2026-11-01', prices: [{ ...price, model: '' }] }))
  await expect(read()).rejects.toThrow(/^PARLEY_PRICES_FILE: prices\.0\.model: /)
  await writeFile(file, 'no JSON')
  await expect(read()).rejects.toThrow('PARLEY_PRICES_FILE: the file is missing or is not JSON.')
})
