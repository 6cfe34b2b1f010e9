/** File types whose rows are converted. A SQLite database is kept unchanged. */
export type FileFormat = 'csv' | 'tsv' | 'json' | 'ndjson' | 'geojson' | 'parquet' | 'xlsx' | 'zip'
