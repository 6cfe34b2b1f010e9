import { columnsOf, type Row, showCell } from './data-table.tsx'

/** Hands a text to the person as a file. */
export function saveText(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name.replace(/[\\/:*?"<>|]/g, '-')
  link.click()
  URL.revokeObjectURL(url)
}

/**
 * Rows as CSV (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe in front, so
 * that opening the file runs nothing.
 */
export function toCsv(rows: readonly Row[]): string {
  const columns = columnsOf(rows)
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))]
  return lines.map((line) => line.map(toField).join(',')).join('\r\n')
}

function toField(value: unknown): string {
  const text = showCell(value)
  const isFormula = typeof value === 'string' && /^[=+@\t\r]|^-(?![\d.])/.test(text)
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
