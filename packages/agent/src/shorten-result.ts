import type { JsonObject, JsonValue } from '@parley/domain'
import { isJsonObject } from '@parley/domain'
import { trimRows } from './trim-rows.ts'

/** Characters reserved for the fields around the rows. */
const FRAME_CHARACTERS = 500

/**
 * Returns a tool's result as the model reads it, in at most this many characters. A table (a JSON object with
 * an array of rows) stays JSON, loses its last rows and says "12 more rows". Any other text is cut and says
 * how many characters are missing.
 */
export function shortenResult(content: string, maximumCharacters: number): string {
  if (content.length <= maximumCharacters) return content
  return shortenTable(content, maximumCharacters) ?? shortenText(content, maximumCharacters)
}

function shortenTable(content: string, maximumCharacters: number): string | null {
  const table = readTable(content)
  if (table === null) return null
  const { fields, name, rows, totalRows } = table
  const room = {
    maximumRows: rows.length,
    maximumCharacters: Math.max(0, maximumCharacters - FRAME_CHARACTERS),
  }
  const trimmed = trimRows(rows, totalRows, room)
  const shortened = JSON.stringify({ ...fields, [name]: trimmed.rows, note: trimmed.note })
  return shortened.length <= maximumCharacters ? shortened : null
}

type Table = {
  readonly fields: JsonObject
  readonly name: string
  readonly rows: readonly JsonObject[]
  readonly totalRows: number
}

function readTable(content: string): Table | null {
  const fields = parse(content)
  if (!isJsonObject(fields)) return null
  for (const name of ['rows', 'data']) {
    const rows = fields[name]
    if (!Array.isArray(rows) || !rows.every((row) => isJsonObject(row))) continue
    const count = fields.row_count
    return { fields, name, rows, totalRows: typeof count === 'number' ? count : rows.length }
  }
  return null
}

function parse(content: string): JsonValue | undefined {
  if (!content.startsWith('{')) return undefined
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

function shortenText(content: string, maximumCharacters: number): string {
  const kept = content.slice(0, maximumCharacters).toWellFormed()
  return `${kept}\n[${content.length - maximumCharacters} more characters]`
}
