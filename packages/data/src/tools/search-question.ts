import { LEAST_FIT } from '../metadata/measure-fit.ts'
import type { MetadataIndex } from '../metadata/metadata-store.ts'
import type { TableHit } from '../metadata/table-hit.ts'
import { knownWords } from './known-words.ts'
import { type NamedValues, namedElsewhere, namedValues } from './named-values.ts'
import type { RunData } from './run-data.ts'

/** What a question finds: tables, best first, and the values that it names. */
export type Found = { readonly hits: readonly TableHit[]; readonly named: NamedValues }

/**
 * Searches tables by the words of a question, and values in their data sources. Where these hold little of the question,
 * the values of the other data sources are searched too: "people in Germany" may name nothing but a value.
 */
export async function searchQuestion(
  question: string,
  { opened, run }: { readonly opened: MetadataIndex; readonly run: RunData },
): Promise<Found> {
  const hits = opened.search(question)
  const named = await namedValues(question, { run, hits })
  const measured = opened.fit(question, knownWords(question, { hits, values: named.values }))
  if (measured === null || measured.share >= LEAST_FIT) return { hits, named }
  const elsewhere = await namedElsewhere(question, { run, hits })
  const { isPartial } = elsewhere
  const pending = [...named.pending, ...elsewhere.pending]
  if (elsewhere.values.length === 0) return { hits, named: { ...named, pending, isPartial } }
  const places = elsewhere.values.map(({ column }) => column).join(' ')
  const values = [...elsewhere.values, ...named.values]
  return { hits: opened.search(`${question} ${places}`), named: { values, pending, isPartial } }
}
