import type { DuckDBConnection } from '@duckdb/node-api'
import { LONG_NUMBER } from '../exact-numbers.ts'
import { quoteName, quoteText } from '../open-duckdb.ts'

/** A column of a large file, its name in the file, and the type that its first rows have. */
export type GuardedColumn = { readonly name: string; readonly type: ColumnKind }
export type ColumnKind = 'BIGINT' | 'DOUBLE' | 'DATE' | 'TIMESTAMP' | 'VARCHAR'

/** Ends a statement at the first value that its column's type would change. The words appear in no error of the engine. */
const GUARD = 'a value unlike the first rows'
const CODE = String.raw`\s*(-?0[0-9].*|\+[0-9]{7,})\s*`
const DOUBLE_TEXT = 17

type Guard = { readonly column: GuardedColumn; readonly keepsLong: boolean }

/**
 * SQL for a column of text as its type, in the same pass as everything else. A value that the type would change ends the
 * statement: a code such as 007, a word, a date in another form and, unless `keepsLong`, a number with more digits than
 * a double has.
 */
export function guarded({ column, keepsLong }: Guard): string {
  const name = quoteName(column.name)
  if (column.type === 'VARCHAR') return name
  const doubts = [
    isCode(column),
    isOther(column),
    ...(keepsLong || column.type !== 'DOUBLE' ? [] : [isLong(column)]),
  ]
  const typed = `CAST(${name} AS ${column.type})`
  const plain = isUnchanged(column)
  const same = plain === null ? '' : `WHEN ${plain} THEN ${typed} `
  return `CASE ${same}WHEN ${doubts.join(' OR ')} THEN error(${quoteText(GUARD)}) ELSE ${typed} END AS ${name}`
}

/** Whether a value has the usual form, which takes less time than a look for each way to differ. */
function isUnchanged({ name, type }: GuardedColumn): string | null {
  const text = quoteName(name)
  switch (type) {
    case 'BIGINT':
      return `${text} = CAST(CAST(${text} AS BIGINT) AS VARCHAR)`
    // Matching takes half the time of writing the day as text. The cast refuses anything but digits between the marks.
    case 'DATE':
      return `strlen(${text}) = 10 AND ${text} BETWEEN '0' AND ':' AND ${text} LIKE '____-__-__'`
    case 'TIMESTAMP':
      return `strlen(${text}) = 19 AND ${text} BETWEEN '0' AND ':' AND ${text} LIKE '____-__-_____:__:__'`
    // Short numbers without a sign or a zero in front; a word behind the digits ends the statement in the cast.
    case 'DOUBLE':
      return `${text} BETWEEN '1' AND '9~' AND strlen(${text}) <= ${DOUBLE_TEXT}`
    case 'VARCHAR':
      return null
  }
}

/** Whether a statement ended at a guard or at a value that is not of the type of its column. */
export function isGuardError(error: unknown): boolean {
  const text = String(error)
  return text.includes(GUARD) || /Conversion Error|Could not convert/.test(text)
}

/** Compares the beginnings of texts, which costs the engine next to nothing, before it matches a pattern. */
function isCode({ name, type }: GuardedColumn): string {
  if (type !== 'BIGINT' && type !== 'DOUBLE') return 'false'
  const text = quoteName(name)
  const mayBe = `${text} < '!' OR ${text} BETWEEN '+' AND '+~' OR ${text} BETWEEN '-00' AND '-09~' OR ${text} BETWEEN '00' AND '09~'`
  return `((${mayBe}) AND regexp_full_match(${text}, ${quoteText(CODE)}))`
}

function isOther({ name, type }: GuardedColumn): string {
  const text = quoteName(name)
  switch (type) {
    // Words such as nan and inf are numbers to the engine.
    case 'DOUBLE':
      return `(${text} >= ':' OR ${text} BETWEEN '-:' AND '-~' OR ${text} BETWEEN '+:' AND '+~')`
    case 'DATE':
      return `(strlen(${text}) <> 10 OR ${text}[5] <> '-' OR ${text}[8] <> '-')`
    case 'TIMESTAMP':
      return `(strlen(${text}) <> 19 OR ${text}[5] <> '-' OR ${text}[17] <> ':')`
    // The engine rounds 1.5 to 2.
    case 'BIGINT':
      return `(contains(${text}, '.') OR contains(lower(${text}), 'e'))`
    case 'VARCHAR':
      return 'false'
  }
}

function isLong({ name }: GuardedColumn): string {
  const text = quoteName(name)
  return `(strlen(${text}) > ${DOUBLE_TEXT} AND regexp_full_match(trim(${text}), '${LONG_NUMBER}'))`
}

/** What a whole column holds besides values of its type. */
export type ColumnSurvey = {
  readonly filled: number
  readonly codes: number
  /** Values that are not of the type; in a column of integers, values that are no numbers at all. */
  readonly others: number
  /** Numbers with a fraction or too many digits in a column of integers. */
  readonly wider: number
  readonly hasLong: boolean
  readonly example: string
}

/**
 * Counts by column, in one pass, the values at which the guards would end a statement. `from` has all columns as text.
 */
export async function surveyColumns(
  connection: DuckDBConnection,
  { from, columns }: { readonly from: string; readonly columns: readonly GuardedColumn[] },
): Promise<ReadonlyMap<string, ColumnSurvey>> {
  const typed = columns.filter(({ type }) => type !== 'VARCHAR')
  if (typed.length === 0) return new Map()
  const counts = typed.map((column) => {
    const text = quoteName(column.name)
    const unlike = ({ type }: GuardedColumn) =>
      `(${isOther({ ...column, type })} OR TRY_CAST(${text} AS ${type}) IS NULL)`
    const other = unlike(column.type === 'BIGINT' ? { ...column, type: 'DOUBLE' } : column)
    const checks = [isCode(column), other, `(NOT ${other} AND ${unlike(column)})`, isLong(column)]
    const counted = checks.map((check) => `count_if(${text} IS NOT NULL AND ${check})::VARCHAR`)
    return `[count(${text})::VARCHAR, ${counted}, coalesce(any_value(CASE WHEN ${other} THEN left(${text}, 60) END), '')]`
  })
  const [row = []] = (await connection.runAndReadAll(`SELECT ${counts} FROM ${from}`)).getRowsJson()
  return new Map(typed.map(({ name }, index) => [name, surveyOf(row[index])]))
}

function surveyOf(counted: unknown): ColumnSurvey {
  const [filled, codes, others, wider, long, example = ''] = Array.isArray(counted) ? counted.map(String) : []
  const counts = {
    filled: Number(filled),
    codes: Number(codes),
    others: Number(others),
    wider: Number(wider),
  }
  return { ...counts, hasLong: Number(long) > 0, example }
}
