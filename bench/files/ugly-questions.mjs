import readWorkbook from 'read-excel-file/node'
import { parseDelimited } from './read-reference.mjs'

/** The text of a file in Latin-1. */
export const latin = (bytes) => new TextDecoder('windows-1252').decode(bytes)
/** The text of a file in UTF-8. */
export const text = (bytes) => new TextDecoder('utf-8').decode(bytes)
/** A number with commas between thousands, a dollar or a percent sign. */
export const plain = (value) => Number(String(value ?? '').replace(/[\s,$%]/g, ''))
/** The sum of numbers. */
export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
/** The values that are not empty. */
export const filled = (values) => values.filter((value) => value !== null && String(value).trim() !== '')

/** Rows of a delimited file below its header, as RFC 4180 has them. */
export const rowsOf = (content, separator = ',', skipped = 1) =>
  parseDelimited(content, separator)
    .filter((row) => row.some((cell) => cell.trim() !== ''))
    .slice(skipped)
/** A column of rows; the first `place` is 1. */
export const column = (rows, place) => rows.map((row) => row[place - 1] ?? '')
/** The rows `from` to `to` of a sheet; the first row is 1. */
export const sheetRows = async (bytes, { sheet = 0, from, to }) =>
  (await readWorkbook(bytes))[sheet].data.slice(from - 1, to)

/** Four questions about a column of numbers. */
export function about(rows, place, { missing = [''], read = plain, doubt, table } = {}) {
  const values = async (bytes) =>
    column(await rows(bytes), place)
      .filter((value) => !missing.includes(String(value ?? '').trim()))
      .map(read)
  const make = (name, of) => ({
    ask: { sql: `${name}({${place}}) FROM t`, table },
    wanted: async (bytes) => of(await values(bytes)),
    doubt,
  })
  return [
    make('sum', sum),
    make('max', (found) => Math.max(...found)),
    make('min', (found) => Math.min(...found)),
    make('count', (found) => found.length),
  ]
}

/** One question. */
export const one = (sql, wanted, { doubt, table } = {}) => ({ ask: { sql, table }, wanted, doubt })
