/** Words of files that become data sources. */
export const UPLOAD_TEXTS = {
  uploading: (name: string, percent: number) => `Sending ${name}: ${percent} %`,
  reading: (name: string) => `Reading ${name}…`,
  connecting: (name: string) => `Adding ${name} as a data source…`,
  uploaded: (name: string) => `“${name}” is connected.`,
  open: 'Open data source',
  failed: 'The file was not connected',
  oneFile: 'Add one file at a time.',
  wrongFormat:
    'This kind of file cannot be read. Use CSV, TSV, JSON, NDJSON, GeoJSON, Parquet, Excel (xlsx), SQLite, or a ZIP archive of them.',
} as const
