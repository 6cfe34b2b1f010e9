/** A row of a result, by column name. */
export type WrittenRow = Readonly<Record<string, unknown>>

export type SheetColumn = {
  readonly name: string
  readonly kind: 'number' | 'day' | 'moment' | 'heading' | 'other'
}

/** Excel refuses a file with longer texts; they end in an ellipsis. */
const CELL_CHARACTERS = 32_767

/** How each column of a result is written, by the engine's type. */
export function sheetColumns(
  columns: readonly { readonly name: string; readonly type: string }[],
): SheetColumn[] {
  return columns.map(({ name, type }) => ({ name, kind: kindOf(type.toLowerCase()) }))
}

function kindOf(type: string): SheetColumn['kind'] {
  if (/^date(?:32)?$/.test(type)) return 'day'
  if (/^(?:timestamp|datetime)(?!.*zone|tz)/.test(type)) return 'moment'
  return /^(?:nullable\()?(?:u?(?:tiny|small|medium|big|huge)?int|integer|decimal|numeric|double|float|real|number)/.test(
    type,
  )
    ? 'number'
    : 'other'
}

/** One row of a sheet. NULL is an empty cell. */
export function writeSheetRow(columns: readonly SheetColumn[], row: WrittenRow): string {
  return `<row>${columns.map(({ name, kind }) => writeCell(kind, row[name])).join('')}</row>`
}

function writeCell(kind: SheetColumn['kind'], value: unknown): string {
  if (value === null || value === undefined) return '<c/>'
  if (typeof value === 'number') return `<c><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c t="b"><v>${Number(value)}</v></c>`
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (kind === 'number' && isExact(text)) return `<c><v>${text}</v></c>`
  const serial = kind === 'day' || kind === 'moment' ? serialOf(text) : null
  if (serial !== null) return `<c s="${kind === 'day' ? 2 : 3}"><v>${serial}</v></c>`
  const style = kind === 'heading' ? ' s="1"' : ''
  return `<c t="inlineStr"${style}><is><t xml:space="preserve">${escapeXml(shorten(text))}</t></is></c>`
}

/** Whether a double holds the number: at most 15 digits, as Excel shows them. */
function isExact(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text) && text.replace(/^-?0*|\./g, '').length <= 15
}

const DAY_MS = 86_400_000
/** Day 0 of Excel's calendar. Its 1900 has a 29 February, so days before 1 March 1900 are text. */
const DAY_ZERO_MS = Date.UTC(1899, 11, 30)
const FIRST_DAY = 61

/** The number by which Excel writes a day or a moment; null outside of its calendar. */
function serialOf(text: string): number | null {
  const [, day, time = '00:00:00'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?)\d*)?$/.exec(text) ?? []
  const serial = (Date.parse(`${day}T${time}Z`) - DAY_ZERO_MS) / DAY_MS
  return serial >= FIRST_DAY ? Number(serial.toFixed(9)) : null
}

function shorten(text: string): string {
  return text.length <= CELL_CHARACTERS ? text : `${text.slice(0, CELL_CHARACTERS - 1)}…`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Characters that XML does not allow are written as Excel does, `_x0001_`; half of a surrogate pair is replaced. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/_x[0-9A-F]{4}_/gi, (match) => `_x005F${match}`)
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? '')
    .replace(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML refuses
      /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
}
