import type { SourceColumn } from '@parley/domain'
import { splitWords, stem, stemsInOrder } from '../metadata/split-words.ts'
import { qualifiedName } from '../names/qualified-name.ts'
import { type JoinLink, type LinkEnd, linkEnd, type PlacedTable } from './join-link.ts'

/**
 * The links between tables: their declared keys, and those that the names and types of columns suggest, such as
 * `orders.customer_id` and `customers.id`. A column with a declared key has no others.
 */
export function candidateLinks(tables: readonly PlacedTable[]): JoinLink[] {
  const known = new Map(tables.map((placed) => [qualifiedName(placed.source, placed.table), placed]))
  const declared = tables.flatMap((placed) => declaredLinks(placed, known))
  const keyed = new Set(
    declared.flatMap(({ left }) => left.columns.map((column) => `${left.table}\0${column}`)),
  )
  const linked = new Set(declared.flatMap(({ left, right }) => [pairOf(left, right), pairOf(right, left)]))
  const suggested = suggestedLinks(tables, keyed).filter(
    ({ left, right }) => !linked.has(pairOf(left, right)),
  )
  return [...declared, ...suggested]
}

function pairOf(left: LinkEnd, right: LinkEnd): string {
  return JSON.stringify([left.table, left.columns, right.table, right.columns])
}

function declaredLinks(placed: PlacedTable, known: ReadonlyMap<string, PlacedTable>): JoinLink[] {
  return (placed.table.keys ?? []).flatMap(({ columns, table, tableColumns }) => {
    const target = known.get(qualifiedName(placed.source, { name: table }))
    if (!target || target === placed || columns.length !== tableColumns.length) return []
    const ends = { left: linkEnd(placed, columns), right: linkEnd(target, tableColumns) }
    return [{ ...ends, basis: 'key' as const, kind: 'n:1' as const }]
  })
}

/** The last words of names of keys. */
const KEY_WORDS = new Set(['id', 'key', 'code', 'no', 'nr', 'num', 'number', 'uuid', 'guid'].map(stem))
const KEY_ENDING = /(?:id|key|code|no|nr)$/i
/** The first words of tables of a warehouse, which the names of their keys leave out. */
const TABLE_WORDS = new Set(['dim', 'fact', 'tbl', 'table', 'stg', 'raw'])
/** The first columns of a table, and characters of a name, that are read. Names are chosen by users. */
const MOST_COLUMNS = 300
const MOST_CHARACTERS = 100
/** A name that more tables have is no sign of a link. */
const MOST_SHARING = 6

type Named = {
  readonly placed: PlacedTable
  readonly column: SourceColumn
  /** Stems of the name. */
  readonly words: readonly string[]
  /** Whether it is the first column of its table, as keys mostly are. */
  readonly isFirst: boolean
}

function suggestedLinks(tables: readonly PlacedTable[], keyed: ReadonlySet<string>): JoinLink[] {
  const named = tables.flatMap((placed) =>
    placed.table.columns.slice(0, MOST_COLUMNS).map((column, at) => {
      return { placed, column, words: stemsInOrder(column.name.slice(0, MOST_CHARACTERS)), isFirst: at === 0 }
    }),
  )
  const byWords = Map.groupBy(named, ({ words }) => words.join(' '))
  const byTableColumn = columnsByWords(named)
  const byTable = tablesBySubject(tables)
  return named.flatMap((one) => {
    if (keyed.has(`${qualifiedName(one.placed.source, one.placed.table)}\0${one.column.name}`)) return []
    const targets = [...ofNamedTable(one, byTable, byTableColumn), ...ofSameName(one, byWords)]
    return [...new Set(targets)].map((target) => {
      const ends = {
        left: linkEnd(one.placed, [one.column.name]),
        right: linkEnd(target.placed, [target.column.name]),
      }
      return { ...ends, basis: 'names' as const, kind: 'n:1' as const }
    })
  })
}

type ColumnsOfTable = { readonly first: Named; readonly byWords: Map<string, Named> }

/** The columns of each table by the stems of their names, so that a look-up takes one step. */
function columnsByWords(named: readonly Named[]): ReadonlyMap<PlacedTable, ColumnsOfTable> {
  const found = new Map<PlacedTable, ColumnsOfTable>()
  for (const one of named) {
    const columns = found.get(one.placed) ?? { first: one, byWords: new Map() }
    found.set(one.placed, columns)
    const words = one.words.join(' ')
    if (!columns.byWords.has(words)) columns.byWords.set(words, one)
  }
  return found
}

/** Tables by the stems of their names, and by the last word of longer names. */
function tablesBySubject(tables: readonly PlacedTable[]): ReadonlyMap<string, PlacedTable[]> {
  const subjects = new Map<string, PlacedTable[]>()
  const add = (subject: string, placed: PlacedTable) =>
    subjects.set(subject, [...(subjects.get(subject) ?? []), placed])
  const longer: [string, PlacedTable][] = []
  for (const placed of tables) {
    const words = tableStems(placed.table.name)
    add(words.join(' '), placed)
    if (words.length > 1) longer.push([words.at(-1) ?? '', placed])
  }
  for (const [word, placed] of longer) if (!subjects.has(word)) add(word, placed)
  return subjects
}

/** `customer_id` and `customer` lead to the key of a table of customers. */
function ofNamedTable(
  one: Named,
  byTable: ReadonlyMap<string, readonly PlacedTable[]>,
  byTableColumn: ReadonlyMap<PlacedTable, ColumnsOfTable>,
): Named[] {
  const { words, placed } = one
  const last = words.at(-1) ?? ''
  const isKey = KEY_WORDS.has(last) && words.length > 1
  const subject = isKey ? words.slice(0, -1) : words
  // The first words may name a role: `billing_customer_id`.
  const subjects = new Set([subject, subject.slice(1), subject.slice(-1)].map((part) => part.join(' ')))
  for (const part of subjects)
    for (const target of (byTable.get(part) ?? []).slice(0, MOST_SHARING)) {
      const columns = target === placed ? undefined : byTableColumn.get(target)
      if (!columns) continue
      const names = isKey ? [words.join(' '), `${part} ${last}`, last, 'id'] : ['id', `${part} id`, 'code']
      const named = names.flatMap((name) => columns.byWords.get(name) ?? [])
      const first = KEY_ENDING.test(columns.first.column.name) ? [columns.first] : []
      const key = [...named, ...first].find((column) => fits(one, column))
      if (key) return [key]
    }
  return []
}

/** `emp_no` leads to the table of which it is the first column. */
function ofSameName(one: Named, byWords: ReadonlyMap<string, readonly Named[]>): Named[] {
  const { words, placed, isFirst } = one
  if (words.length < 2 || !KEY_WORDS.has(words.at(-1) ?? '')) return []
  const same = byWords.get(words.join(' ')) ?? []
  if (same.length > MOST_SHARING) return []
  const others = same.filter((other) => other.placed !== placed && fits(one, other))
  const keys = others.filter((other) => other.isFirst)
  // A link between two first columns is found from both ends, and taken once.
  if (isFirst) return keys.filter((other) => same.indexOf(other) > same.indexOf(one))
  if (keys.length > 0) return keys
  // Where no table has it first, both tables hold it several times.
  return same.some((other) => other.isFirst)
    ? []
    : others.filter((other) => same.indexOf(other) > same.indexOf(one))
}

function fits(one: Named, other: Named): boolean {
  const [a, b] = [familyOf(one.column.type), familyOf(other.column.type)]
  // SQLite compares a number with a text that spells it.
  const isLoose = one.placed.source === other.placed.source && one.placed.source.kind === 'sqlite'
  return a !== null && b !== null && (a === b || isLoose)
}

/** Types whose values can be equal; null for types of no key. */
function familyOf(type: string): 'number' | 'text' | 'uuid' | null {
  if (/uuid/i.test(type)) return 'uuid'
  if (/char|text|string|clob/i.test(type)) return 'text'
  if (/int|serial|numeric|decimal|number/i.test(type)) return 'number'
  return null
}

function tableStems(name: string): string[] {
  const words = splitWords(name.slice(name.lastIndexOf('.') + 1).slice(0, MOST_CHARACTERS))
  const [first = '', ...rest] = words
  return (TABLE_WORDS.has(first) && rest.length > 0 ? rest : words).map(stem)
}
