import type { QueryableSource } from '@parley/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sandbox } from '../sandbox/create-sandbox.ts'
import { deleteDataset } from '../source/dataset-files.ts'
import { querySources } from '../sql/query-sources.ts'
import { openWorkshop, type Workshop } from '../testing/workshop.ts'
import { openSamples } from './open-samples.ts'
import { readSample } from './read-sample.ts'
import { SAMPLE_SOURCES } from './sample-sources.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

/** The sandbox of the workshop, and how often it converted a file. */
function countConversions() {
  const counted = { conversions: 0 }
  const run: Sandbox['run'] = (task, options) => {
    if (task === 'convert') counted.conversions++
    return workshop.sandbox.run(task, options)
  }
  return { counted, sandbox: { ...workshop.sandbox, run } }
}

test('a sample is converted once, and each owner has own files with all values', async () => {
  const { counted, sandbox } = countConversions()
  const ingestSample = openSamples()
  const ingest = (ownerId: string) => ingestSample('movies', { sandbox, folder: workshop.folder, ownerId })
  const [first, second] = [await ingest('ann'), await ingest('bob')]
  expect(counted.conversions).toBe(1)

  const withoutFiles = ({ tables, ...rest }: typeof first) => ({
    ...rest,
    tables: tables.map(({ file: _, ...table }) => table),
  })
  expect(withoutFiles(second)).toEqual(withoutFiles(first))
  await deleteDataset(
    first.tables.map(({ file }) => file ?? ''),
    { folder: workshop.folder, ownerId: 'ann' },
  )
  const { tables, name, description } = second
  const sources: QueryableSource[] = [{ id: 'a', name, kind: 'sample', description, tables }]
  const { rows } = await querySources(
    'SELECT count(*) AS films, sum("US_Gross") AS gross FROM movies.movies',
    {
      ...workshop,
      ownerId: 'bob',
      sources,
      signal: AbortSignal.timeout(60_000),
    },
  )
  const films: { 'US Gross': number | null }[] = JSON.parse((await readSample('movies')).content.toString())
  const gross = films.reduce((sum, film) => sum + (film['US Gross'] ?? 0), 0)
  expect(rows).toEqual([{ films: films.length, gross }])
})

test('a conversion that was cancelled is made anew for the next owner', async () => {
  const { counted, sandbox } = countConversions()
  const ingestSample = openSamples()
  const place = { sandbox, folder: workshop.folder }
  const cancelled = ingestSample('cars', { ...place, ownerId: 'ann', signal: AbortSignal.abort() })
  await expect(cancelled).rejects.toThrow()
  expect((await ingestSample('cars', { ...place, ownerId: 'bob' })).tables).toHaveLength(1)
  expect(counted.conversions).toBe(2)
})

test('an unknown sample is refused', async () => {
  const refused = openSamples()('moves', { ...workshop, ownerId: 'ann' })
  await expect(refused).rejects.toMatchObject({ code: 'not_found' })
})

test('the converted samples take little memory', async () => {
  const ingestSample = openSamples()
  const place = { ...workshop, ownerId: 'ann' }
  let bytes = 0
  for (const { name } of SAMPLE_SOURCES) bytes += (await ingestSample(name, place)).bytes
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(2 ** 20)
})
