/** Batches of rows of a result, by column name. */
type Pieces = AsyncIterable<readonly Readonly<Record<string, unknown>>[]>

/**
 * Rows as CSV (RFC 4180) with a header, in pieces. A text that a spreadsheet would read as a formula is
 * prefixed with an apostrophe, so that opening the file runs no formula. NULL is an empty field, an empty text is `""`,
 * nested values are JSON.
 */
export async function* writeCsv(
  columns: readonly string[],
  pieces: Pieces,
): AsyncGenerator<string, void, void> {
  // The header is sent with the first rows, because only a generator that was started releases its rows.
  let header = toLine(columns)
  for await (const rows of pieces) {
    yield header + rows.map((row) => toLine(columns.map((column) => row[column]))).join('')
    header = ''
  }
  if (header !== '') yield header
}

function toLine(values: readonly unknown[]): string {
  return `${values.map(toField).join(',')}\r\n`
}

function toField(value: unknown): string {
  const text = toText(value)
  const isFormula = typeof value === 'string' && /^[=+@\t\r]|^-(?![\d.])/.test(text)
  const safe = isFormula ? `'${text}` : text
  return value === '' || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
