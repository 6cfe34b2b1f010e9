import { DatabaseSync } from 'node:sqlite'
import { planReply } from '../plan-reply.ts'
import type { ChatMessage, ChatTool } from '../wire.ts'
import { type SampleTable, sampleTables } from './sample-tables.ts'

export type Played = {
  readonly answer: string
  readonly sql: readonly string[]
  /** The specification of each chart. */
  readonly charts: readonly { readonly [key: string]: unknown }[]
  /** The tools called, in order. */
  readonly called: readonly string[]
  /** The rows that the model read, at most 200. */
  readonly rows: readonly Record<string, unknown>[]
  readonly allRows: readonly Record<string, unknown>[]
  /** What find_metadata gave, as JSON. */
  readonly metadata: string
}

type Options = {
  readonly tools?: readonly string[]
  readonly dialect?: string
  /** Takes the place of the engine. */
  readonly runSql?: (sql: string) => string
  /** What find_metadata says besides the tables. */
  readonly found?: object
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

/**
 * Holds a conversation with the demo model over real tables: find_metadata in the agreed shape, SQL run by SQLite
 * with the few functions of DuckDB that the model writes, charts recorded. Returns what the last question led to.
 */
export function play(questions: string | readonly string[], options: Options = {}): Played {
  const messages: ChatMessage[] = []
  const names = options.tools ?? ['find_metadata', 'execute_sql', 'create_graph']
  const tools = names.map((name): ChatTool => ({ name, description: '', parameters: { type: 'object' } }))
  let played: Played = { answer: '', sql: [], charts: [], called: [], rows: [], allRows: [], metadata: '{}' }
  for (const question of [questions].flat()) {
    messages.push({ role: 'user', content: question, toolCalls: [], toolCallId: '' })
    played = answer(messages, tools, options)
  }
  return played
}

function answer(messages: ChatMessage[], tools: readonly ChatTool[], options: Options): Played {
  const sql: string[] = []
  const charts: Played['charts'][number][] = []
  const called: string[] = []
  let rows: Played['rows'] = []
  let allRows: Played['rows'] = []
  let found = '{}'
  for (let step = 1; step < 8; step++) {
    const request = { model: 'parley-demo', messages, tools, isStreaming: false, hasStreamUsage: false }
    const { content, toolCalls } = planReply(request)
    messages.push({ role: 'assistant', content, toolCalls, toolCallId: '' })
    const [call] = toolCalls
    if (call === undefined) return { answer: content, sql, charts, called, rows, allRows, metadata: found }
    const input = JSON.parse(call.argumentsText)
    called.push(call.name)
    let result = `No tool ${call.name} was played.`
    if (call.name === 'find_metadata') result = found = metadata(options)
    if (call.name === 'execute_sql') {
      sql.push(input.generated_sql)
      result = options.runSql?.(input.generated_sql) ?? runSql(input.generated_sql, step)
      rows = result.startsWith('{') ? JSON.parse(result).rows : []
      allRows = options.runSql || rows.length < MOST_ROWS ? rows : selectAll(input.generated_sql)
    }
    if (call.name === 'create_graph') {
      charts.push({ ...JSON.parse(input.chart_spec), sql_results: input.sql_results })
      result = JSON.stringify({ data: input.chart_spec, artifacts: ['artifacts/1/chart.png'] })
    }
    messages.push({ role: 'tool', content: result, toolCalls: [], toolCallId: call.id })
  }
  throw new Error('The model did not come to an end.')
}

function metadata({ dialect = 'duckdb', found = {} }: Options): string {
  const data = sampleTables().map(({ name, description, columns, rows }) => ({
    source: name.split('.')[0],
    table: name,
    dialect,
    description,
    row_count: rows.length,
    keys: [],
    columns: Object.entries(columns).map(([column, [type, about = '']], at) => {
      const values = rows.map((row) => row[at]).filter((value) => value !== null)
      return { name: column, type, description: about, samples: mostFrequent(values).slice(0, 8) }
    }),
  }))
  return JSON.stringify({ data, ...found })
}

function mostFrequent(values: readonly unknown[]): string[] {
  const groups = [...Map.groupBy(values.map(String), (value) => value)]
  return groups.sort(([, left], [, right]) => right.length - left.length).map(([value]) => value)
}

/** Rows of a result that the model reads. */
const MOST_ROWS = 200

let database: DatabaseSync | undefined

/** The result of a statement in the shape of execute_sql; a failure is the engine's sentence. */
function runSql(sql: string, step: number): string {
  try {
    const rows = selectAll(sql)
    return JSON.stringify({ row_count: rows.length, rows: rows.slice(0, MOST_ROWS), step })
  } catch (error) {
    return error instanceof Error ? error.message : 'failed'
  }
}

function selectAll(sql: string): Record<string, unknown>[] {
  database ??= openDatabase()
  return database.prepare(sql).all()
}

function openDatabase(): DatabaseSync {
  const opened = new DatabaseSync(':memory:')
  const tables = sampleTables()
  for (const source of new Set(tables.map(({ name }) => name.split('.')[0])))
    opened.exec(`ATTACH ':memory:' AS "${source}"`)
  for (const table of tables) fill(opened, table)
  const parse = (value: unknown) => new Date(`${value} UTC`)
  opened.function('year', (value: unknown) => (value === null ? null : parse(value).getUTCFullYear()))
  opened.function('month', (value: unknown) => (value === null ? null : parse(value).getUTCMonth() + 1))
  opened.function('try_strptime', (value: unknown, _format: unknown) => {
    const date = parse(value)
    return value === null || Number.isNaN(date.getTime()) ? null : (date.toISOString().split('T')[0] ?? null)
  })
  opened.function('strftime', (value: unknown, format: unknown) => {
    if (value === null) return null
    const date = parse(value)
    if (format === '%B') return MONTHS[date.getUTCMonth()] ?? null
    return date.toISOString().slice(0, format === '%Y-%m' ? 7 : 10)
  })
  return opened
}

function fill(opened: DatabaseSync, { name, columns, rows }: SampleTable): void {
  opened.exec(
    `CREATE TABLE ${name} (${Object.keys(columns)
      .map((column) => `"${column}"`)
      .join(', ')})`,
  )
  const insert = opened.prepare(
    `INSERT INTO ${name} VALUES (${Object.keys(columns)
      .map(() => '?')
      .join(', ')})`,
  )
  opened.exec('BEGIN')
  for (const row of rows) insert.run(...row)
  opened.exec('COMMIT')
}
