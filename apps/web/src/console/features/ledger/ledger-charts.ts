/** What the pages of the network show over time. */
export const LEDGER_CHARTS = ['staked', 'emission', 'supply', 'fees'] as const
export type LedgerChart = (typeof LEDGER_CHARTS)[number]

const DAYS = 14

/**
 * SQL that reads a chart by hour over the last two weeks that `source` knows. Sums leave out the hour that has not ended,
 * which would look like a fall. `columns` names the columns; their names need no quotes in SQL.
 */
export function ledgerChartSql(
  source: string,
  chart: LedgerChart,
  columns: Readonly<Record<LedgerChart | 'hour', string>>,
): string {
  const epochs = `FROM ${source}.emission_epochs WHERE ${recent('ended_at')}`
  const byHour = 'GROUP BY 1 ORDER BY 1'
  const hour = `date_trunc('hour', ended_at) AS ${columns.hour}`
  switch (chart) {
    case 'staked':
      return `SELECT ${hour}, arg_max(total_staked, epoch) AS ${columns.staked} ${epochs} ${byHour}`
    case 'emission':
      return `SELECT ${hour}, sum(minted_amount) AS ${columns.emission} ${epochs} AND ${ended('ended_at')} ${byHour}`
    case 'supply':
      return `SELECT ${hour}, arg_max(total_supply, epoch) AS ${columns.supply} ${epochs} ${byHour}`
    case 'fees':
      return `SELECT date_trunc('hour', executed_at) AS ${columns.hour}, sum(fee) AS ${columns.fees} FROM ${source}.transactions WHERE ${recent('executed_at')} AND ${ended('executed_at')} ${byHour}`
  }
}

/** SQL that reads the transactions of a block. */
export function blockSql(source: string, height: string): string {
  return `SELECT tx_id, executed_at, action_type, action_count, success, fee, signer_address, signer_name FROM ${source}.transactions WHERE height = ${BigInt(height)}`
}

function ended(column: string): string {
  return `${column} < date_trunc('hour', now()::TIMESTAMP)`
}

function recent(column: string): string {
  return `${column} >= now()::TIMESTAMP - INTERVAL ${DAYS} DAY`
}
