import type { SourceColumn, SourceTable } from '@parley/domain'
import type { FoundWord } from './read-words.ts'
import { rememberedOf } from './remembered.ts'
import type { TableHit } from './table-hit.ts'
import { columnWeights } from './word-weights.ts'

/** A table that was found, and its score as a share of the best score. */
type FoundTable = Pick<TableHit, 'source' | 'table'> & { readonly share: number }

/** The most that a column's own match adds to its table's score, and the match that adds half of it. */
const MATCH_WEIGHT = 0.25
const HALF_MATCH = 0.16
/** Each further column of a table loses this much, so that the best columns of the next table come before it. */
const PLACE_COST = 0.015
/** Score bonuses: part of a join between two hits, first column, label column, key column. */
const JOIN_BONUS = 0.3
const FIRST_BONUS = 0.1
const LABEL_BONUS = 0.1
const KEY_BONUS = 0.06
/** Score bonus of an identifier that two of this many best tables share: they may be joined by it. */
const SHARED_BONUS = 0.05
const SHARED_AMONG = 20
const IDENTIFIER = /(?:^|[^a-z])(?:id|key|code|no|num|number|ref)$|[a-z]I[dD]$/i
const LABEL = /(?:^|[^a-z])(?:name|title)$/i

/** The weights of a column, kept as long as the column is in memory. */
const knownWeights = rememberedOf(columnWeights)

/** Ranks the columns of each table, best first. */
export function rankColumns(tables: readonly FoundTable[], words: readonly FoundWord[]): TableHit[] {
  const joined = joinColumns(tables)
  const shared = sharedIdentifiers(tables)
  return tables.map(({ source, table, share }) => {
    const matches = table.columns.map((column, index) => {
      const bonus =
        (joined.has(placeOf(source, { table: table.name, column: column.name })) ? JOIN_BONUS : 0) +
        (shared.has(placeOf(source, { table: '', column: column.name.toLowerCase() })) ? SHARED_BONUS : 0) +
        (index === 0 ? FIRST_BONUS : 0) +
        (LABEL.test(column.name) ? LABEL_BONUS : 0) +
        (table.keys?.some(({ columns }) => columns.includes(column.name)) ? KEY_BONUS : 0)
      return { column, match: matchOf(column, words) + bonus }
    })
    const ordered = matches.toSorted((a, b) => b.match - a.match)
    const columns = ordered.map(({ column, match }, place) => {
      const own = (MATCH_WEIGHT * match) / (match + HALF_MATCH)
      return { column, score: share + own - PLACE_COST * place }
    })
    return { source, table, columns }
  })
}

/** Both ends of every key between two of the tables. */
function joinColumns(tables: readonly FoundTable[]): ReadonlySet<string> {
  const found = new Set(tables.map(({ source, table }) => placeOf(source, { table: table.name })))
  const joined = new Set<string>()
  for (const { source, table } of tables) {
    for (const key of table.keys ?? []) {
      if (key.table === table.name || !found.has(placeOf(source, { table: key.table }))) continue
      for (const column of key.columns) joined.add(placeOf(source, { table: table.name, column }))
      for (const column of key.tableColumns) joined.add(placeOf(source, { table: key.table, column }))
    }
  }
  return joined
}

/** Identifiers by which two of the best tables of one source can be joined, because many sources declare no keys. */
function sharedIdentifiers(tables: readonly FoundTable[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const { source, table } of tables.slice(0, SHARED_AMONG)) {
    for (const { name } of table.columns.filter((column) => IDENTIFIER.test(column.name))) {
      const place = placeOf(source, { table: '', column: name.toLowerCase() })
      if (seen.has(place)) shared.add(place)
      seen.add(place)
    }
  }
  return shared
}

function placeOf(
  { id }: TableHit['source'],
  { table, column = '' }: { table: SourceTable['name']; column?: string },
): string {
  return [id, table, column].join('\0')
}

/** The sum over words of the score that the best form of the word gives a column. */
function matchOf(column: SourceColumn, words: readonly FoundWord[]): number {
  const weights = knownWeights(column)
  return words.reduce((sum, forms) => {
    const given = forms.map(({ stem, columnIdf }) => (weights.get(stem) ?? 0) * columnIdf)
    return sum + Math.max(...given)
  }, 0)
}
