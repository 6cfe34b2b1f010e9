import type { Definition } from '@parley/domain'
import { nearestNames } from '../names/nearest-names.ts'
import { type FromItem, readSelects, type Select, type TokenRange } from '../statement/read-selects.ts'
import { readStatement } from '../statement/read-statement.ts'
import type { SqlToken } from '../statement/sql-tokens.ts'
import { MAX_STATEMENT_CHARACTERS } from '../statement/statement.ts'

/** A statement without `metric.…`, and the definitions that it used. */
type Expanded = { readonly sql: string; readonly used: readonly Definition[] }

/** The schema under which statements read metrics. */
const SCHEMA = 'metric'

/**
 * Replaces each `metric.name` of a FROM clause by a SELECT that computes the metric. Its rows are the combinations of the
 * dimensions that the SELECT around it names; its conditions on dimensions apply before the metric is computed. Plain SQL
 * of every dialect. Linear in the length of the statement. Returns a sentence where it cannot.
 */
export function expandMetrics(
  sql: string,
  definitions: readonly Definition[],
): Expanded | { readonly refusal: string } {
  if (sql.length > MAX_STATEMENT_CHARACTERS || !/\bmetric\s*\./i.test(sql)) return { sql, used: [] }
  const metrics = new Map(
    definitions.filter(({ kind }) => kind === 'metric').map((metric) => [metric.name.toLowerCase(), metric]),
  )
  const statement = readStatement(sql, 'duckdb')
  const selects = readSelects(statement)
  const edits: Edit[] = []
  const used = new Set<Definition>()
  for (const select of selects) {
    const item = select.from.find(isMetric)
    if (!item) continue
    const name = item.path[1]?.name ?? ''
    const metric = metrics.get(name.toLowerCase())
    if (!metric) return { refusal: unknownMetric(name, metrics) }
    if (select.from.length > 1) return { refusal: readAlone(name) }
    used.add(metric)
    edits.push(...editsOf({ sql, tokens: statement.tokens, selects }, { select, item, metric }))
  }
  return apply(sql, edits, used)
}

function isMetric({ path }: FromItem): boolean {
  return path.length === 2 && path[0]?.name.toLowerCase() === SCHEMA
}

function unknownMetric(name: string, metrics: ReadonlyMap<string, Definition>): string {
  if (metrics.size === 0) return `There is no metric ${name}: no metric is defined for these data sources.`
  const near = nearestNames(name, metrics.keys())
  const shown = near.length > 0 ? near : [...metrics.keys()].slice(0, 10)
  return `There is no metric ${name}; the metrics are ${shown.map((one) => `${SCHEMA}.${one}`).join(', ')}.`
}

function readAlone(name: string): string {
  return `Read ${SCHEMA}.${name} alone in its FROM clause; join its rows in a SELECT around it, or with WITH.`
}

type Edit = { readonly start: number; readonly end: number; readonly text: string }
type Source = {
  readonly sql: string
  readonly tokens: readonly SqlToken[]
  readonly selects: readonly Select[]
}
type Use = { readonly select: Select; readonly item: FromItem; readonly metric: Definition }

function editsOf(source: Source, use: Use): Edit[] {
  const { tokens } = source
  const { select, item, metric } = use
  const measure = metric.name.toLowerCase()
  const isOnMeasure = (range: TokenRange) => namesIn(source, select, [range]).has(measure)
  const kept = select.where.filter(isOnMeasure)
  const pushed = select.where.filter((range) => !isOnMeasure(range))
  const outside = [...select.items, ...select.groupBy, ...select.having, ...select.orderBy, ...kept]
  const names = namesIn(source, select, outside)
  const isWhole = select.items.some(({ to }) => tokens[to - 1]?.text === '*')
  const dimensions = metric.dimensions.filter(({ name }) => isWhole || names.has(name.toLowerCase()))
  const [first, last] = [item.path[0], item.path.at(-1)]
  const hasAlias = item.alias !== measure
  const inside = relation(metric, {
    alias: hasAlias ? item.alias : metric.name,
    dimensions: dimensions.map(({ name }) => name),
    conditions: pushed.map((range) => slice(source, range)),
  })
  const from = {
    start: first?.start ?? 0,
    end: last?.end ?? 0,
    text: hasAlias ? inside : `${inside} AS ${metric.name}`,
  }
  return [from, ...whereEdit(source, { select, kept })]
}

function relation(
  metric: Definition,
  {
    alias,
    dimensions,
    conditions,
  }: { alias: string; dimensions: readonly string[]; conditions: readonly string[] },
): string {
  const all = [metric.condition, ...conditions].filter((condition) => condition.trim() !== '')
  const where = all.length > 0 ? ` WHERE ${all.map((condition) => `(${condition})`).join(' AND ')}` : ''
  const groups = dimensions.length > 0 ? ` GROUP BY ${dimensions.join(', ')}` : ''
  const columns = [...dimensions, `${metric.expression} AS ${metric.name}`].join(', ')
  return `(SELECT ${columns} FROM ${rowsOf(metric)} AS ${alias}${where}${groups})`
}

/** The rows that a metric is computed of, with its dimensions as columns. */
function rowsOf({ table, dimensions }: Definition): string {
  const rows = /^\s*(select|with|\()/i.test(table) ? `(${table})` : table
  const computed = dimensions.flatMap(({ name, expression }) =>
    expression ? [`${expression} AS ${name}`] : [],
  )
  return computed.length === 0
    ? rows
    : `(SELECT parley_rows.*, ${computed.join(', ')} FROM ${rows} AS parley_rows)`
}

/** Keeps in WHERE only the conditions on the metric itself; the others are in the SELECT that computes it. */
function whereEdit(
  source: Source,
  { select, kept }: { select: Select; kept: readonly TokenRange[] },
): Edit[] {
  const { tokens } = source
  const [first, last] = [select.where[0], select.where.at(-1)]
  if (!first || !last) return []
  let word = first.from
  while (word > select.whole.from && tokens[word]?.word !== 'where') word--
  let end = last.to
  // Brackets around the whole condition.
  while (tokens[end]?.text === ')' && word < first.from - 1 && end < select.whole.to) end++
  const text =
    kept.length > 0 ? `WHERE ${kept.map((range) => `(${slice(source, range)})`).join(' AND ')}` : ''
  return [{ start: tokens[word]?.start ?? 0, end: tokens[end - 1]?.end ?? 0, text }]
}

/** The names in parts of a SELECT, in lower case, without those of SELECTs inside it. */
function namesIn(
  { tokens, selects }: Source,
  select: Select,
  ranges: readonly TokenRange[],
): ReadonlySet<string> {
  const inner = selects.filter(({ parent }) => parent === select).map(({ whole }) => whole)
  const names = new Set<string>()
  for (const { from, to } of ranges) {
    for (let at = from; at < to; at++) {
      const nested = inner.find((whole) => whole.from === at)
      if (nested) at = nested.to
      const token = tokens[at]
      if (at < to && (token?.kind === 'word' || token?.kind === 'quoted')) names.add(token.name.toLowerCase())
    }
  }
  return names
}

function slice({ sql, tokens }: Source, { from, to }: TokenRange): string {
  return sql.slice(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0)
}

const OVERLAPPING = 'A metric cannot be read inside a condition on another metric; read it with WITH first.'

function apply(
  sql: string,
  edits: readonly Edit[],
  used: ReadonlySet<Definition>,
): Expanded | { refusal: string } {
  const parts: string[] = []
  let from = 0
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < from) return { refusal: OVERLAPPING }
    parts.push(sql.slice(from, start), text)
    from = end
  }
  return { sql: [...parts, sql.slice(from)].join(''), used: [...used] }
}
