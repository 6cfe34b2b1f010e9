import { translatable } from '#web/language/translatable.ts'

/** Why a file is refused. They load with the first file, apart from the other words. */
export const REFUSAL_TEXTS = translatable('refusal', {
  image:
    'This file cannot be read. Add images as PNG, JPEG, GIF or WebP to a question, and data as CSV, Excel, JSON or Parquet.',
  spreadsheet:
    'This kind of spreadsheet cannot be read. Save it as an Excel workbook (xlsx) or CSV and add that.',
  document:
    'Documents cannot be read as data. Paste the text into the question, or add the table as CSV or Excel.',
  empty: 'The file is empty. Choose a file with at least one row.',
  tooLarge: (gigabytes: number) =>
    `The file is larger than ${gigabytes} GB. Split it, or connect the database that it comes from.`,
  wrongFormat:
    'This kind of file cannot be read. Use CSV, TSV, JSON, NDJSON, GeoJSON, Parquet, Excel (xlsx), SQLite, or a ZIP archive of them.',
})
