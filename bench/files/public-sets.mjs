/**
 * Public files by repository and commit. `paths` chooses among the files of the commit, and `every: 5` takes each fifth
 * of them.
 */
export const PUBLIC_SETS = [
  {
    repository: 'vincentarelbundock/Rdatasets',
    commit: '1dcc2bf5f955cc1224a3e1307256e1fe86b68dae',
    paths: /^csv\/.*\.csv$/,
    every: 10,
  },
  {
    repository: 'fivethirtyeight/data',
    commit: 'fcf572c4fba05a42f1f34f415bd5e6dc389efd68',
    paths: /\.(csv|tsv|xlsx)$/,
    every: 2,
  },
  {
    repository: 'mwaskom/seaborn-data',
    commit: '71e2436a092d714350de0fc409ca8a8714e7e78f',
    paths: /\.csv$/,
    every: 1,
  },
  {
    repository: 'vega/vega-datasets',
    commit: 'cad85578e232704bb0453544742440038038c6a2',
    paths: /^data\/.*\.(csv|tsv|json)$/,
    every: 1,
  },
  {
    repository: 'plotly/datasets',
    commit: '0c447c47b757ad74edecab31f0d72f849d2e67c2',
    paths: /\.(csv|tsv|json|geojson|xlsx)$/,
    every: 4,
  },
  {
    repository: 'selva86/datasets',
    commit: 'c943fa8851270387c44d26efb0f9c0aac1559e11',
    paths: /\.csv$/,
    every: 1,
  },
  {
    repository: 'jbrownlee/Datasets',
    commit: 'd20fcb6402ae34e653d4513b00f39257bb37ed7f',
    paths: /\.csv$/,
    every: 1,
  },
  {
    repository: 'datasets/covid-19',
    commit: 'daefa2fe355b1900e0f3b2e206512d54432cab92',
    paths: /\.csv$/,
    every: 1,
  },
  {
    repository: 'datasets/gdp',
    commit: '822019c80142c162e4ca4eb1a63699ae36075078',
    paths: /\.csv$/,
    every: 1,
  },
  {
    repository: 'datasets/population',
    commit: '425fc447a53a26c767a15a7de60c4cc2478a0595',
    paths: /\.csv$/,
    every: 1,
  },
  {
    repository: 'TheEconomist/big-mac-data',
    commit: '669a971c69ad7c5bec818e2eb3214355f13cd028',
    paths: /\.csv$/,
    every: 1,
  },
  {
    repository: 'maxogden/csv-spectrum',
    commit: 'b251546d5ccb79217a61aa8ca623ce573977d7e1',
    paths: /^csvs\/.*\.csv$/,
    every: 1,
  },
  {
    repository: 'okfn/messytables',
    commit: '3366a08e06ca19abcdb6c624069e1d28414a3363',
    paths: /\.(csv|tsv|xlsx)$/,
    every: 1,
  },
  {
    repository: 'frictionlessdata/frictionless-py',
    commit: '44661adf0c9ec593d48642ba380ce33bbad95e15',
    paths: /^data\/.*\.(csv|tsv|xlsx|ndjson|jsonl)$/,
    every: 1,
  },
  {
    repository: 'jazzband/tablib',
    commit: '234f434a56cab7540230888112808f6b89fbf7a0',
    paths: /\.xlsx$/,
    every: 1,
  },
  {
    repository: 'alan-turing-institute/CleverCSV',
    commit: 'e80acaa5c324889416a5727ad9929d5b2f8bccb6',
    paths: /\.csv$/,
    every: 1,
  },
  {
    repository: 'duckdb/duckdb',
    commit: '044a04a7cd39e6e8235f756597ae42dde084e5e5',
    paths: /^data\/(csv|json)\/.*\.(csv|tsv|json|ndjson)$/,
    every: 1,
  },
  {
    repository: 'SheetJS/test_files',
    commit: 'fb4bdf0158ba308c182f82663b61607bb79cd4b5',
    paths: /^[^/]*\.xlsx$/,
    every: 1,
  },
  {
    repository: 'tidyverse/readxl',
    commit: '47f8aeac0a99eee6c6db2d64ead2225e5e3ae4af',
    paths: /\.xlsx$/,
    every: 1,
  },
  {
    repository: 'apache/poi',
    commit: 'a528d43590b3f71aa94310de881a35af887fdd0f',
    paths: /^test-data\/spreadsheet\/(?!.*(?:clusterfuzz|poc-|bomb|poi-fuzz))[^/]*\.xlsx$/,
    every: 1,
  },
  {
    repository: 'ClosedXML/ClosedXML',
    commit: 'f77503d58e0edaefea5108739548d1568fe377e6',
    paths: /\.xlsx$/,
    every: 3,
  },
  {
    repository: 'tafia/calamine',
    commit: '263762c8e98ef25da8511d9c5ea1783493e3bf6d',
    paths: /\.xlsx$/,
    every: 1,
  },
]

/** Files that the other reader misreads, by file name, with what is in them. */
export const MISREAD_BY_OTHER = new Map([
  ['Attendance.xlsx', 'The format m/d of its dates has the number 59, a plain number to the other reader.'],
  [
    'xlsx-stream-d-date-cell.xlsx',
    'Day 1.5 is noon of 1 January 1900; the other reader counts from the day before.',
  ],
  ['dates-leap-year-1900-xlsx.xlsx', 'The sheet itself holds the right dates as text beside them.'],
  ['54071.xlsx', 'The other reader cuts 23:59:59 to 23:59:58.999.'],
  ['DateFormatTests.xlsx', 'The other reader cuts 14:35:27 to 14:35:26.999.'],
  ['datetime-rounding.xlsx', 'The other reader cuts 11:30:00 to 11:29:59.999.'],
  ['types.xlsx', 'The other reader leaves out that days count from 1904.'],
  ['preserve-formatting.xlsx', 'Formats such as yyyy are plain numbers to the other reader.'],
  ['CellsWithTimeSpanDataTypeOrFormatting.xlsx', 'Durations are days of 1900 to the other reader.'],
  ['style-only-cells.xlsx', 'A column without name and values, left out.'],
])
