/** Words of files that become data sources. */
export const UPLOAD_TEXTS = {
  uploading: (name: string, percent: number) => `Sending ${name}: ${percent} %`,
  reading: (name: string) => `Reading ${name}…`,
  connecting: (name: string) => `Adding ${name} as a data source…`,
  uploaded: (name: string) => `“${name}” is connected.`,
  open: 'Open data source',
  failed: 'The file was not connected',
  oneFile: 'Add one file at a time.',
  image: 'Images cannot be read. Add the data behind the picture as CSV, Excel, JSON or Parquet.',
  spreadsheet:
    'This kind of spreadsheet cannot be read. Save it as an Excel workbook (xlsx) or CSV and add that.',
  document:
    'Documents cannot be read as data. Paste the text into the question, or add the table as CSV or Excel.',
  empty: 'The file is empty. Choose a file with at least one row.',
  tooLarge: (gigabytes: number) =>
    `The file is larger than ${gigabytes} GB. Split it, or connect the database that it comes from.`,
  wrongFormat:
    'This kind of file cannot be read. Use CSV, TSV, JSON, NDJSON, GeoJSON, Parquet, Excel (xlsx), SQLite, or a ZIP archive of them.',
} as const
