import { type Database, readLedger } from '@parley/db'
import type { SourceKey, SourceTable, TableLines } from '@parley/domain'
import { EMISSION_DAYS, EMISSION_EPOCHS, MAX_EPOCHS, SUPPLY } from './emission-tables.ts'
import { ACTIONS, ASSETS, BALANCES, MAX_TRANSACTIONS, TRANSACTIONS } from './record-tables.ts'
import { STAKE_HISTORY, STAKES, VALIDATORS } from './staking-tables.ts'
import type { ColumnSpec, TableSpec } from './table-spec.ts'

const TABLES: readonly TableSpec[] = [
  VALIDATORS,
  STAKES,
  STAKE_HISTORY,
  EMISSION_EPOCHS,
  EMISSION_DAYS,
  SUPPLY,
  TRANSACTIONS,
  ACTIONS,
  ASSETS,
  BALANCES,
]

/** The description of a network as a data source. It does not depend on the height. */
export type LedgerCatalog = {
  readonly description: string
  readonly tables: readonly (SourceTable & { readonly keys: readonly SourceKey[] })[]
}

/** Tables of a network after one block. */
export type LedgerAtBlock = { readonly blockHeight: number; readonly tables: readonly TableLines[] }

const WHAT =
  'Validators, stakes, emission, supply, transactions, assets and balances of the ledger network, kept up to date. Amounts are exact decimal numbers of whole CHN, or of whole units of the asset.'
const SINCE_GENESIS = 'It holds every block since the network began.'
const SINCE_WATCHED =
  'History starts when this service began to watch the network, because the network does not publish its blocks. It contains only transactions that were looked up here.'

/** Describes the tables of a network. A local network has its whole history, a node the history since its first read. */
export function describeLedger(kind: 'local' | 'node'): LedgerCatalog {
  return {
    description: `${WHAT} ${kind === 'local' ? SINCE_GENESIS : SINCE_WATCHED}`,
    tables: TABLES.map(({ name, description, isHistory = false, columns, links = {} }) => ({
      name,
      description: isHistory && kind === 'node' ? `${description} ${SINCE_WATCHED}` : description,
      columns,
      rowCount: null,
      keys: Object.entries(links).map(([column, table]) => ({
        columns: [column],
        table,
        tableColumns: [column],
      })),
    })),
  }
}

/** Reads the named tables, all at one height. Returns null when the network was never read. */
export async function readLedgerTables(
  db: Database,
  network: string,
  names: readonly string[],
): Promise<LedgerAtBlock | null> {
  const wanted = TABLES.filter(({ name }) => names.includes(name))
  const snapshot = await readLedger(db, network, {
    maxEpochs: MAX_EPOCHS,
    maxTransactions: MAX_TRANSACTIONS,
    parts: wanted.flatMap(({ parts }) => parts),
  })
  if (snapshot === null) return null
  return {
    blockHeight: Number(snapshot.head.height),
    tables: wanted.map(({ name, columns, rows }) => {
      return { name, columns, lines: linesOf(columns, rows(snapshot)) }
    }),
  }
}

function* linesOf(
  columns: readonly ColumnSpec[],
  rows: ReturnType<TableSpec['rows']>,
): Generator<string, void> {
  for (const values of rows) {
    const row = Object.fromEntries(values.map((value, index) => [columns[index]?.name ?? '', value]))
    yield `${JSON.stringify(row)}\n`
  }
}
