import { setTimeout as wait } from 'node:timers/promises'
import type { JsonObject, QueryableSource } from '@parley/domain'
import { candidateLinks } from '../joins/candidate-links.ts'
import type { JoinLink, LinkEnd, PlacedTable } from '../joins/join-link.ts'
import { type JoinPath, joinPaths, type PathStep } from '../joins/join-paths.ts'
import { createLinkStore } from '../joins/link-store.ts'
import { isMeasurable, type MeasuredKind, type ReadCounts } from '../joins/measure-link.ts'
import type { TableHit } from '../metadata/table-hit.ts'
import { qualifiedName, quotedIfNeeded } from '../names/qualified-name.ts'
import { runStatement } from '../sql/run-statement.ts'
import type { RunData } from './run-data.ts'

/** The best tables whose joins are described, and bytes of JSON for them. */
const MOST_TABLES = 6
const MOST_BYTES = 1000
/** Of larger sources only the found tables are read. */
const MOST_READ = { tables: 300, columns: 3000 }
/** Each round waits at most this long for the counts of its links; slower links stay as their names suggest. */
const WAIT_MS = 1500
const STATEMENT_MS = 5000
const ONE_ROW = { rows: 1, bytes: 4096 }
/** When a link is refuted, the next round may find a longer way. */
const MOST_ROUNDS = 3

/**
 * Returns how the found tables are joined: `{ on, kind }`, where `kind` says how many rows of the first table meet how
 * many of the last one. `guessed` marks what the names of columns suggest and no values have confirmed.
 */
export async function describeJoins(run: RunData, hits: readonly TableHit[]): Promise<JsonObject[]> {
  const best = hits.slice(0, MOST_TABLES)
  const wanted = best.map(({ source, table }) => qualifiedName(source, table))
  if (wanted.length < 2) return []
  const { ownerId, joins = createLinkStore() } = run
  const read = reader(run)
  let links = candidateLinks(tablesAround(best, run.sources))
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const used = new Set(joinPaths(links, wanted).flatMap(({ steps }) => steps.map(({ link }) => link)))
    const counted = [...used].filter(isMeasurable)
    const open = counted.filter((link) => joins.known(ownerId, link) === undefined)
    const done = Promise.all(open.map((link) => joins.measure(ownerId, link, read)))
    if (open.length > 0) await Promise.race([done, wait(WAIT_MS, undefined, { ref: false })])
    const corrections = new Map(counted.map((link) => [link, corrected(link, joins.known(ownerId, link))]))
    links = links.flatMap((link) => corrections.get(link) ?? (corrections.has(link) ? [] : link))
    if ([...corrections.values()].every((link) => link !== null)) break
  }
  return withinBytes(joinPaths(links, wanted).map(describe))
}

/** The found tables, and the tables of their sources that may lie between them. */
function tablesAround(best: readonly TableHit[], sources: readonly QueryableSource[]): PlacedTable[] {
  return [...Map.groupBy(best, ({ source }) => source.id)].flatMap(([id, hits]) => {
    const source = sources.find((one) => one.id === id)
    if (!source) return []
    const columns = source.tables.reduce((sum, table) => sum + table.columns.length, 0)
    const isLarge = source.tables.length > MOST_READ.tables || columns > MOST_READ.columns
    const tables = isLarge ? hits.map(({ table }) => table) : source.tables
    return tables.map((table) => ({ source, table }))
  })
}

/** A link as the values confirm it; null where they refute it. */
function corrected(link: JoinLink, kind: MeasuredKind | undefined): JoinLink | null {
  if (kind === 'none') return null
  if (!kind) return link
  return { ...link, kind, basis: link.basis === 'key' ? 'key' : 'values' }
}

/** Reads like a statement of the owner. The counts outlive the call, so the call cannot cancel them. */
function reader({ results: _, ...run }: RunData): ReadCounts {
  const limits = { timeoutMs: STATEMENT_MS, preview: ONE_ROW, kept: ONE_ROW }
  return async (sql) => {
    const signal = AbortSignal.timeout(2 * STATEMENT_MS)
    const outcome = await runStatement(sql, { ...run, limits, signal }).catch(() => null)
    return outcome?.ok ? outcome.result.rows : null
  }
}

function describe({ steps, kind }: JoinPath): JsonObject {
  const isGuessed = steps.some(({ link }) => link.basis === 'names')
  return { on: steps.map(condition), kind, ...(isGuessed && { guessed: true }) }
}

function condition({ from, to }: PathStep): string {
  return from.columns
    .map((column, at) => `${nameOf(from, column)} = ${nameOf(to, to.columns[at] ?? '')}`)
    .join(' AND ')
}

function nameOf({ table }: LinkEnd, column: string): string {
  return `${table}.${quotedIfNeeded(column)}`
}

function withinBytes(described: readonly JsonObject[]): JsonObject[] {
  let left = MOST_BYTES
  return described.filter((entry) => {
    left -= Buffer.byteLength(JSON.stringify(entry)) + 1
    return left >= 0
  })
}
