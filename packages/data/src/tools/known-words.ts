import type { SourceColumn, SourceTable } from '@parley/domain'
import type { KnownWords } from '../metadata/measure-fit.ts'
import { rememberedOf } from '../metadata/remembered.ts'
import { splitWords, stem, stemsOf } from '../metadata/split-words.ts'
import type { TableHit } from '../metadata/table-hit.ts'
import type { NamedValue } from '../values/find-values.ts'
import { SAID } from '../values/named-synonyms.ts'
import { foldWords, joinedKey, singular } from '../values/spellings.ts'

/**
 * The known share of a word that is only a part of a value, or a misspelled one: the names "Heather" and "Stormy
 * Weather" do not mean weather.
 */
const PART_SHARE = 0.15

/** The sources that were found, the words of a question that values hold, and the words that only samples hold. */
export function knownWords(
  question: string,
  { hits, values }: { readonly hits: readonly TableHit[]; readonly values: readonly NamedValue[] },
): KnownWords & { readonly sources: readonly string[] } {
  const known = new Map<string, number>()
  for (const value of values)
    for (const stem of stemsOf(value.asked))
      known.set(stem, Math.max(known.get(stem) ?? 0, isSame(value) ? 1 : PART_SHARE))
  for (const initials of initialsOf(hits)) known.set(stem(initials), 1)
  const sources = [...new Set(hits.map(({ source }) => source.name))]
  return { sources, known, sampled: sampledStems(question, hits) }
}

/** The initials of names of several words: mpg of Miles_per_Gallon. */
function initialsOf(hits: readonly TableHit[]): string[] {
  const names = hits.flatMap(({ columns }) => columns.map(({ column }) => splitWords(column.name)))
  return names.filter(({ length }) => length > 2).map((words) => words.map(([first = '']) => first).join(''))
}

/**
 * Whether the words asked are the value in another case, number or accent, the initials of the value, or the owner's
 * word for it. The name Park does not mean parking.
 */
function isSame({ asked, stored, score }: NamedValue): boolean {
  const [one, other] = [foldWords(asked), foldWords(stored)]
  const initials = other.map(({ word }) => word[0]).join('')
  return score >= SAID || joinedKey(one) === joinedKey(other) || asked.toLowerCase() === initials
}

/** The stems of the names and descriptions of a table and its columns. */
const namedStems = rememberedOf(({ name, description, columns }: SourceTable) => {
  const texts = columns.map((column) => `${column.name} ${column.description}`)
  return new Set([name, description, ...texts].flatMap((text) => [...stemsOf(text)]))
})

const sampleWords = rememberedOf(({ samples }: SourceColumn) => samples.flatMap(splitWords))

/** Stems of the question that only samples hold, and only in another word of the same stem. */
function sampledStems(question: string, hits: readonly TableHit[]): ReadonlySet<string> {
  const samples = new Set<string>()
  const named = new Set<string>()
  for (const { source, table, columns } of hits) {
    for (const text of [source.name, source.description]) for (const one of stemsOf(text)) named.add(one)
    for (const one of namedStems(table)) named.add(one)
    for (const { column } of columns) for (const word of sampleWords(column)) samples.add(word)
  }
  const stems = new Set([...samples].map(stem))
  const words = new Set([...samples].map(singular))
  const isOther = (word: string) =>
    !words.has(singular(word)) && stems.has(stem(word)) && !named.has(stem(word))
  return new Set(splitWords(question).filter(isOther).map(stem))
}
