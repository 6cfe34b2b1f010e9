import { play } from './play-tools.ts'

export type AskedColumn = {
  readonly name: string
  readonly type: string
  readonly samples: readonly string[]
  readonly description: string
}

export function column(name: string, type: string, samples: readonly string[]): AskedColumn {
  return { name, type, samples, description: '' }
}

type File = {
  /** Of the file, its data source and its table. */
  readonly name: string
  readonly columns: readonly AskedColumn[]
  readonly rowCount?: number
  /** The one row that the engine returns. */
  readonly row?: object
}

/** Asks about one uploaded file, one question after the other. Returns what the last one led to. */
export function askFile(
  questions: string | readonly string[],
  { name, columns, rowCount = 120, row = { number: 7 } }: File,
): { readonly sql: string; readonly answer: string } {
  const data = [{ source: name, table: `${name}.${name}`, dialect: 'duckdb', row_count: rowCount, columns }]
  const runSql = () => JSON.stringify({ row_count: 1, rows: [row], step: 2 })
  const { sql, answer } = play(questions, { found: { data }, runSql })
  return { sql: sql.join(), answer }
}
