import type { ChosenType } from './column-type.ts'
import type { FileFormat } from './file-format.ts'

/** What a note of a reading report is about. */
export const READING_NOTE_KINDS = [
  'encoding',
  'separator',
  /** Which row holds the column names, or how several rows were joined to names. */
  'header',
  /** Titles, footers, blank rows and hidden sheets. */
  'left_out',
  /** Rows that were shorter or longer than the header and were taken nevertheless. */
  'mended',
  /** Text that was read as dates or times. */
  'dates',
  /** Text that was read as numbers. */
  'numbers',
  /** Columns that look like dates or numbers but stay text. */
  'kept_as_text',
  /** The owner chose the type of a column. */
  'chosen_type',
  /** Which part of an archive, a workbook or a JSON document the table is. */
  'part',
] as const
export type ReadingNoteKind = (typeof READING_NOTE_KINDS)[number]

/** One thing that was assumed or changed when a table was read from a file. */
export type ReadingNote = {
  readonly kind: ReadingNoteKind
  /** The column in SQL that the note is about; absent for the whole table. */
  readonly column?: string
  /** How many rows it concerns, where they were counted. */
  readonly rowCount?: number
  /** One plain sentence. */
  readonly text: string
}

export const DATE_ORDERS = ['day_first', 'month_first'] as const
export const DECIMAL_MARKS = ['.', ','] as const

/** How a table of a file is read. What is absent is decided from the file. */
export type ReadingSettings = {
  /** The text between two values of a delimited file. */
  readonly separator?: string
  /** The label of the encoding, as the Encoding Standard spells it: `utf-8`, `windows-1252`. */
  readonly encoding?: string
  /** The row with the column names, counted from 1 with every row of the file or sheet; 0 when no row has them. */
  readonly headerRow?: number
  /** The order of day and month in dates that allow both orders. */
  readonly dateOrder?: (typeof DATE_ORDERS)[number]
  readonly decimalMark?: (typeof DECIMAL_MARKS)[number]
  /** The types of columns, by their names in SQL. Names that the table does not have are left out. */
  readonly columnTypes?: Readonly<Record<string, ChosenType>>
}

export const SETTING_NAMES = [
  'separator',
  'encoding',
  'headerRow',
  'dateOrder',
  'decimalMark',
  'columnTypes',
] as const

/** How the owner wants a table of a file to be read. */
export type TableSettings = { readonly table: string; readonly settings: ReadingSettings }

/** What was assumed and changed when a table was read from a file. */
export type ReadingReport = {
  readonly notes: readonly ReadingNote[]
  /** The settings in effect, whether chosen by the owner or decided from the file. */
  readonly settings: ReadingSettings
  /** Which of them the owner chose. */
  readonly chosen: readonly (keyof ReadingSettings)[]
}

/** Settings that have no meaning for a format; the others apply. In an archive, the format of each file decides. */
export const UNFITTING_SETTINGS: Readonly<Record<FileFormat, readonly (keyof ReadingSettings)[]>> = {
  csv: [],
  tsv: [],
  xlsx: ['separator', 'encoding'],
  json: ['separator', 'headerRow', 'decimalMark'],
  ndjson: ['separator', 'headerRow', 'decimalMark'],
  geojson: ['separator', 'headerRow', 'decimalMark'],
  parquet: SETTING_NAMES.filter((name) => name !== 'columnTypes'),
  zip: [],
}

/** The settings as the contract spells them. */
export const SPELLED_SETTINGS: Readonly<Record<keyof ReadingSettings, string>> = {
  separator: 'separator',
  encoding: 'encoding',
  headerRow: 'header_row',
  dateOrder: 'date_order',
  decimalMark: 'decimal_mark',
  columnTypes: 'column_types',
}
