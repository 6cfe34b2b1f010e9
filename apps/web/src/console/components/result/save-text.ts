import { columnsOf, type ShownRow, textOf } from './rows.ts'

/** Downloads a text as a file. */
export function saveText(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type }))
}

/** Downloads a file. */
export function saveBlob(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name.replace(/[\\/:*?"<>|]/g, '-')
  link.click()
  URL.revokeObjectURL(url)
}

/**
 * Formats rows as CSV (RFC 4180). A text that a spreadsheet would read as a formula gets a leading
 * apostrophe, so that opening the file runs nothing. NULL is an empty field, an empty text is `""`.
 */
export function toCsv(rows: readonly ShownRow[], ordered?: readonly string[]): string {
  const columns = columnsOf(rows, ordered)
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))]
  return lines.map((line) => line.map(toField).join(',')).join('\r\n')
}

function toField(value: unknown): string {
  const text = textOf(value)
  const isFormula = typeof value === 'string' && /^[=+@\t\r]|^-(?![\d.])/.test(text)
  const safe = isFormula ? `'${text}` : text
  return value === '' || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Formats rows as a spreadsheet pastes them: a tab between cells, no break inside one. */
export function toTabbedText(rows: readonly ShownRow[], columns: readonly string[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => textOf(row[column])))]
  return lines.map((line) => line.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n')
}
