/** The formats of files that can be uploaded. */
export const FILE_FORMATS = [
  'csv',
  'tsv',
  'json',
  'ndjson',
  'geojson',
  'parquet',
  'xlsx',
  'zip',
  'sqlite',
] as const
/** The kind of a data source. The service offers `ledger` to all users and `events` to administrators; both can be read but not changed. */
export const SOURCE_KINDS = [
  'file',
  'sample',
  'postgresql',
  'mysql',
  'sqlite',
  'http_api',
  'clickhouse',
  'trino',
  'ledger',
  'events',
] as const
