import type { JsonObject } from '@parley/domain'
import type { Table } from './catalog.ts'
import { objectsOf, textOf } from './json.ts'
import { isFunctionWord } from './read-question.ts'
import { stem, toWords } from './words.ts'

/** Words of the question, and how a column stores the value that they may name. */
export type ValueMention = { readonly asked: string; readonly stored: string; readonly column: string }

/** Returns the stored values that a result of find_metadata names, best first. */
export function namedValues(found: JsonObject): ValueMention[] {
  return objectsOf(found.values).map(({ asked, stored, column }) => {
    return { asked: textOf(asked), stored: textOf(stored), column: textOf(column) }
  })
}

/** Whether the question spells a value as the data do, but for the case of letters. */
export function isSpelledSo({ asked, stored }: ValueMention): boolean {
  return stored.toLowerCase() === asked.toLowerCase()
}

/** The tables with a value among the samples of its column, so that a plan knows it. */
export function withSample(tables: readonly Table[], { column, stored }: ValueMention): Table[] {
  return tables.map((table) => ({
    ...table,
    columns: table.columns.map((one) =>
      `${table.name}.${one.name}` === column && !one.samples.includes(stored)
        ? { ...one, samples: [...one.samples, stored] }
        : one,
    ),
  }))
}

/**
 * Writes values of several words in the capitals of the data. In small letters no rule reads them as a name: "the czech
 * republic". Single words resemble values by chance, and so do words such as "the net", which is a film too.
 */
export function spellWholeValues(question: string, found: JsonObject): string {
  return namedValues(found)
    .filter((value) => isSpelledSo(value) && isWholeName(value.stored))
    .reduce((text, { asked, stored }) => text.replace(asked, () => stored), question)
}

function isWholeName(stored: string): boolean {
  const words = toWords(stored)
  return words.length > 1 && [words.at(0), words.at(-1)].every((word) => word && !isFunctionWord(stem(word)))
}

/** Says how the data spell a name of the question that no row holds; empty where find_metadata found no other spelling. */
export function noteSpellings(name: string, found: JsonObject): string {
  const shown = namedValues(found)
    .filter((value) => value.asked.toLowerCase() === name.toLowerCase() && !isSpelledSo(value))
    .slice(0, 3)
    .map(({ stored, column }) => `"${stored}" (${column})`)
  return shown.length === 0 ? '' : ` The data spell it ${shown.join(' or ')}.`
}
