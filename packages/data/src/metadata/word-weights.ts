import type { QueryableSource, SourceColumn, SourceTable } from '@parley/domain'
import { stemsOf } from './split-words.ts'

// The weight of a word by the field that it occurs in, tuned on the public Spider questions (bench/data-retrieval).
const TABLE_NAME = 1.2
const COLUMN_NAME = 0.85
/** Descriptions weigh most, and less the more words they have. */
const DESCRIPTION = 1.1
const LONG_DESCRIPTION = 0.5
const SAMPLE = 0.6
const SOURCE_NAME = 0.8
/** The least share that one word counts of a name of several words. */
const PARTIAL_NAME = 0.3

/** The weight of each word of a column. */
export function columnWeights({ name, description, samples }: SourceColumn): Map<string, number> {
  const weights = new Map<string, number>()
  raise(weights, nameWeights(name, COLUMN_NAME))
  raise(weights, descriptionWeights(description))
  for (const stem of stemsOf(samples.join(' '))) raise(weights, [[stem, SAMPLE]])
  return weights
}

/** The weight of each word of a table and its columns. */
export function tableWeights(table: SourceTable): Map<string, number> {
  const weights = new Map(nameWeights(table.name, TABLE_NAME))
  raise(weights, descriptionWeights(table.description))
  for (const column of table.columns) raise(weights, columnWeights(column))
  return weights
}

/** The weight of each word of a source's name and description. */
export function sourceWeights({ name, description }: QueryableSource): Map<string, number> {
  return new Map([...stemsOf(`${name} ${description}`)].map((stem) => [stem, SOURCE_NAME]))
}

function nameWeights(name: string, full: number): [string, number][] {
  const stems = stemsOf(name)
  return [...stems].map((stem) => [stem, full * (PARTIAL_NAME + (1 - PARTIAL_NAME) / stems.size)])
}

function descriptionWeights(description: string): [string, number][] {
  const stems = stemsOf(description)
  const weight = LONG_DESCRIPTION + (DESCRIPTION - LONG_DESCRIPTION) / Math.sqrt(stems.size)
  return [...stems].map((stem) => [stem, weight])
}

function raise(weights: Map<string, number>, others: Iterable<readonly [string, number]>): void {
  for (const [stem, weight] of others) weights.set(stem, Math.max(weights.get(stem) ?? 0, weight))
}
