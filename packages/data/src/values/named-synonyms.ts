import type { QueryableSource } from '@parley/domain'
import { qualifiedName } from '../names/qualified-name.ts'
import { type NamedValue, tokensOf } from './find-values.ts'
import { foldWords } from './spellings.ts'

/** The score of a value that the owner has a word for: surer than every spelling. */
export const SAID = 4

/** The values of a data source that a question names by a synonym of the owner. No index is needed for them. */
export function namedSynonyms(question: string, source: QueryableSource): NamedValue[] {
  const tokens = tokensOf(question)
  return source.tables.flatMap((table) =>
    table.columns.flatMap(({ name, valueSynonyms = [] }) =>
      valueSynonyms.flatMap(({ value, synonyms }) => {
        const places = synonyms.map((synonym) => placeOf(synonym, tokens))
        const longest = places.filter((place) => place !== null).toSorted((a, b) => b.length - a.length)[0]
        if (longest === undefined) return []
        const asked = question.slice(longest[0]?.start, longest.at(-1)?.end)
        const column = `${qualifiedName(source, table)}.${name}`
        return [{ asked, stored: value, column, score: SAID, isWhole: true }]
      }),
    ),
  )
}

/** Returns the words of a question that make up a synonym; null when the question lacks the synonym. */
function placeOf(synonym: string, tokens: ReturnType<typeof tokensOf>) {
  const stems = foldWords(synonym).map(({ stem }) => stem)
  if (stems.length === 0) return null
  const from = tokens.findIndex((_, at) => stems.every((stem, next) => tokens[at + next]?.stem === stem))
  return from < 0 ? null : tokens.slice(from, from + stems.length)
}
