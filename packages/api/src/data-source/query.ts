import { queryDataSources as endpoint } from '@parley/contract'
import { queryDataSources } from '@parley/core'
import { mutation } from '../procedure/implement.ts'

export const query = mutation(endpoint, async ({ deps, owner, input, signal }) => {
  const { columns, rows, rowCount, notes } = await queryDataSources(deps, owner, { sql: input.sql, signal })
  return {
    columns: columns.map(({ name, type }) => ({ name, type })),
    rows: [...rows],
    row_count: rowCount,
    truncated: rowCount === null || rowCount > rows.length,
    notes: [...notes],
  }
})
