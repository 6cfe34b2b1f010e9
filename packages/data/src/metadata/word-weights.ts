import type { QueryableSource, SourceColumn, SourceTable } from '@parley/domain'
import { splitName } from '../names/table-name.ts'
import { stemsOf } from './split-words.ts'

// The weight of a word by the field that it occurs in, tuned on public questions (bench/data-retrieval).
const TABLE_NAME = 1.15
/** The schema or folder that a table's name begins with. */
const SCHEMA_NAME = 0.8
const COLUMN_NAME = 0.85
const SOURCE_NAME = 1.1
/** The least share of a name's weight that each of its words gets. */
const PARTIAL_NAME = 0.3
/** Texts weigh less the more words they have: the weight of a text of one word, and of a very long one. */
const DESCRIPTION = { short: 0.8, long: 0.2 }
const SAMPLE = { short: 0.75, long: 0.2 }
/** A table whose columns have more words than this holds words by chance: the more, the less each counts. */
const COMMON_WORDS = 30

/** The weight of each word of a column. */
export function columnWeights({ name, description, samples }: SourceColumn): Map<string, number> {
  const weights = new Map<string, number>()
  raise(weights, nameWeights(name, COLUMN_NAME))
  raise(weights, textWeights(description, DESCRIPTION))
  for (const sample of samples) raise(weights, textWeights(sample, SAMPLE))
  return weights
}

/** The weight of each word of a table and its columns. */
export function tableWeights(table: SourceTable): Map<string, number> {
  const weights = new Map<string, number>()
  for (const column of table.columns) raise(weights, columnWeights(column))
  const share = shareOfWord(weights.size)
  for (const [stem, weight] of weights) weights.set(stem, weight * share)
  const path = splitName(table.name)
  raise(weights, nameWeights(path.at(-1) ?? '', TABLE_NAME))
  raise(weights, nameWeights(path.slice(0, -1).join(' '), SCHEMA_NAME))
  raise(weights, textWeights(table.description, DESCRIPTION))
  return weights
}

/** The share of its weight that a word of a table's columns keeps, by the number of their words. */
function shareOfWord(words: number): number {
  return 1 / (1 + Math.max(0, Math.log(words / COMMON_WORDS)))
}

/** The weight of each word of a source's name and description. */
export function sourceWeights({ name, description }: QueryableSource): Map<string, number> {
  return new Map([...stemsOf(`${name} ${description}`)].map((stem) => [stem, SOURCE_NAME]))
}

function nameWeights(name: string, full: number): [string, number][] {
  const stems = stemsOf(name)
  return [...stems].map((stem) => [stem, full * (PARTIAL_NAME + (1 - PARTIAL_NAME) / stems.size)])
}

function textWeights(text: string, { short, long }: typeof DESCRIPTION): [string, number][] {
  const stems = stemsOf(text)
  const weight = long + (short - long) / Math.sqrt(stems.size)
  return [...stems].map((stem) => [stem, weight])
}

function raise(weights: Map<string, number>, others: Iterable<readonly [string, number]>): void {
  for (const [stem, weight] of others) if ((weights.get(stem) ?? 0) < weight) weights.set(stem, weight)
}
