import type { DataSource } from '@parley/contract'

type Reading = NonNullable<DataSource['tables'][number]['reading']>
type Settings = Reading['settings']

/** The encodings that an owner can choose. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'iso-8859-2',
  'iso-8859-15',
  'koi8-r',
  'ibm866',
  'macintosh',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gbk',
  'gb18030',
  'big5',
]

/** The fields of the form; null or '' stand for what the file decides. */
export type Choices = {
  separator: string | null
  encoding: string | null
  headerRow: number | string
  dateOrder: string | null
  decimalMark: string | null
  columnTypes: Settings['column_types'] | null
}

/** The fields as the owner last chose them. */
export function choicesOf({ settings, chosen }: Reading): Choices {
  const own = <Value>(name: string, value: Value | undefined) =>
    chosen.includes(name) && value !== undefined ? value : null
  return {
    separator: own('separator', settings.separator),
    encoding: own('encoding', settings.encoding),
    headerRow: own('header_row', settings.header_row) ?? '',
    dateOrder: own('date_order', settings.date_order),
    decimalMark: own('decimal_mark', settings.decimal_mark),
    columnTypes: own('column_types', settings.column_types),
  }
}

/** The settings of a request, without what the file decides. */
export function settingsOf({
  separator,
  encoding,
  headerRow,
  dateOrder,
  decimalMark,
  columnTypes,
}: Choices): Settings {
  return {
    ...(separator && { separator }),
    ...(encoding && { encoding }),
    ...(headerRow !== '' && { header_row: Number(headerRow) }),
    ...((dateOrder === 'day_first' || dateOrder === 'month_first') && { date_order: dateOrder }),
    ...((decimalMark === 'point' || decimalMark === 'comma') && { decimal_mark: decimalMark }),
    ...(columnTypes && Object.keys(columnTypes).length > 0 && { column_types: columnTypes }),
  }
}
