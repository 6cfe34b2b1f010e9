import type { SqlDialect } from '../statement/sql-dialect.ts'

/** Error texts of the engines for a function that they do not have. */
const MISSING_FUNCTION = [
  /^no such function: (?<name>\w+)/,
  /^function (?<name>[\w.]+)\(.*\) does not exist/,
  /^(?:Scalar|Table|Aggregate|Scalar or Aggregate|Macro)?\s*Function with name "?(?<name>\w+)"? does not exist/i,
  /^FUNCTION (?<name>[\w.]+) does not exist/,
  /^(?:Unknown function|Function with name) '?`?(?<name>\w+)/,
  /^(?:line \d+:\d+: )?Function '(?<name>\w+)' not registered/,
]

type Spelling = Readonly<Partial<Record<SqlDialect, string>>>

const PART_OF_DATE = (sqlite: string, part: string): Spelling => ({
  sqlite: `CAST(strftime('${sqlite}', d) AS INTEGER)`,
  postgresql: `extract(${part} FROM d)`,
  duckdb: `extract(${part} FROM d)`,
  mysql: `${part}(d)`,
  trino: `${part}(d)`,
})
const DIFFERENCE: Spelling = {
  sqlite: 'julianday(a) - julianday(b)',
  postgresql: 'a - b',
  duckdb: "date_diff('day', b, a)",
  mysql: 'datediff(a, b)',
  trino: "date_diff('day', b, a)",
}
const FORMATTED: Spelling = {
  sqlite: "strftime('%Y-%m', d)",
  postgresql: "to_char(d, 'YYYY-MM')",
  duckdb: "strftime(d, '%Y-%m')",
  mysql: "date_format(d, '%Y-%m')",
  trino: "date_format(d, '%Y-%m')",
}
const NOW: Spelling = {
  sqlite: "date('now')",
  duckdb: 'current_date',
  postgresql: 'current_date',
  trino: 'current_date',
}
const TRUNCATED: Spelling = {
  sqlite: "strftime('%Y-%m-01', d)",
  mysql: "date_format(d, '%Y-%m-01')",
  postgresql: "date_trunc('month', d)",
}
const JOINED: Spelling = {
  sqlite: 'group_concat(x)',
  mysql: 'group_concat(x)',
  postgresql: "string_agg(x, ',')",
  duckdb: "string_agg(x, ',')",
}
const CHOSEN: Spelling = {
  sqlite: 'iif(condition, a, b)',
  postgresql: 'CASE WHEN condition THEN a ELSE b END',
  duckdb: 'CASE WHEN condition THEN a ELSE b END',
}
const CONCATENATED: Spelling = { sqlite: 'a || b' }
const FIRST_VALUE: Spelling = {
  postgresql: 'coalesce(a, b)',
  duckdb: 'coalesce(a, b)',
  sqlite: 'coalesce(a, b)',
}
const POSITION: Spelling = { sqlite: "instr(x, 'y')", postgresql: "strpos(x, 'y')", duckdb: "instr(x, 'y')" }

/** How each dialect writes a function that models take from another dialect. */
const SPELLINGS: Readonly<Record<string, Spelling>> = {
  year: PART_OF_DATE('%Y', 'year'),
  month: PART_OF_DATE('%m', 'month'),
  day: PART_OF_DATE('%d', 'day'),
  hour: PART_OF_DATE('%H', 'hour'),
  datediff: DIFFERENCE,
  date_diff: DIFFERENCE,
  timestampdiff: DIFFERENCE,
  julianday: DIFFERENCE,
  date_format: FORMATTED,
  strftime: FORMATTED,
  to_char: FORMATTED,
  now: NOW,
  getdate: NOW,
  curdate: NOW,
  date_trunc: TRUNCATED,
  string_agg: JOINED,
  group_concat: JOINED,
  listagg: JOINED,
  if: CHOSEN,
  iif: CHOSEN,
  concat: CONCATENATED,
  ifnull: FIRST_VALUE,
  isnull: FIRST_VALUE,
  nvl: FIRST_VALUE,
  charindex: POSITION,
  strpos: POSITION,
  instr: POSITION,
}

/** Error texts of the engines for a sum, mean or median of a column of text. */
const FIGURE_OF_TEXT = [
  /^No function matches the given name and argument types '(?<name>sum|avg|median)\(VARCHAR\)'/,
  /^function (?<name>sum|avg)\((?:text|character varying)\) does not exist/,
]
const NUMBER_OF_TEXT: Spelling = {
  duckdb: 'TRY_CAST(x AS DOUBLE), which is NULL for a text that is no number',
  postgresql: "CAST(x AS numeric), and leave texts out that are no numbers: WHERE x ~ '^-?[0-9.]+$'",
}

/**
 * Replaces an engine's error about a function that it lacks, or lacks for text, by a sentence that says what to write
 * instead. Other errors stay.
 */
export function explainFunction(message: string, dialect: SqlDialect): string {
  const figure = nameIn(message, FIGURE_OF_TEXT)
  const number = NUMBER_OF_TEXT[dialect]
  if (figure !== undefined && number !== undefined)
    return `The column in ${figure}(…) is text, so it has no ${figure}; write ${number}.`
  const name = nameIn(message, MISSING_FUNCTION)
  const last = name?.split('.').at(-1)?.toLowerCase() ?? ''
  const spelling = Object.hasOwn(SPELLINGS, last) ? SPELLINGS[last]?.[dialect] : undefined
  return spelling === undefined ? message : `There is no function ${last} in ${dialect}; write ${spelling}.`
}

function nameIn(message: string, patterns: readonly RegExp[]): string | undefined {
  return patterns.map((pattern) => pattern.exec(message)?.groups?.name).find((name) => name !== undefined)
}
