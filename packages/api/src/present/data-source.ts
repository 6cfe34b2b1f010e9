import type { InputOf, OPERATIONS, DataSource as WireDataSource } from '@parley/contract'
import type { DataSourceSummary, OpenedDataSource } from '@parley/core'
import type { StatementResult, TableProfile } from '@parley/domain'

/** A data source as the list shows it. */
export function presentDataSourceSummary(row: DataSourceSummary) {
  return { ...presentFields(row), table_count: row.tableCount }
}

/** A data source with its tables and columns. Connection details and files are never shown. */
export function presentDataSource(row: OpenedDataSource): WireDataSource {
  return {
    ...presentFields(row),
    tables: row.tables.map((table) => ({
      name: `${row.name}.${table.name}`,
      description: table.description,
      row_count: table.rowCount,
      columns: table.columns.map(presentColumn),
      keys: (table.keys ?? []).map((key) => ({
        columns: [...key.columns],
        table: `${row.name}.${key.table}`,
        table_columns: [...key.tableColumns],
      })),
      ...(table.reading && { reading: presentReading(table.reading) }),
    })),
  }
}

function presentColumn(column: OpenedDataSource['tables'][number]['columns'][number]) {
  const { name, type, description, samples, isSearched, valueSynonyms } = column
  return {
    name,
    type,
    description,
    samples: [...samples],
    ...(isSearched !== undefined && { is_searched: isSearched }),
    ...(valueSynonyms && {
      value_synonyms: valueSynonyms.map(({ value, synonyms }) => ({ value, synonyms: [...synonyms] })),
    }),
  }
}

type WireTableWords = NonNullable<InputOf<typeof OPERATIONS.dataSource.update>['tables']>[number]

/** What a request says of a table, as the use case takes it. */
export function readTableWords({ columns, ...table }: WireTableWords) {
  return {
    ...table,
    columns: columns?.map(({ is_searched: isSearched, value_synonyms: valueSynonyms, ...column }) => ({
      ...column,
      isSearched,
      valueSynonyms,
    })),
  }
}

type WireSettings = InputOf<typeof OPERATIONS.dataSource.reread>['settings']
type DataReading = NonNullable<OpenedDataSource['tables'][number]['reading']>

function presentReading({ notes, settings, chosen }: DataReading) {
  return {
    notes: notes.map(({ rowCount, ...note }) => ({
      ...note,
      ...(rowCount !== undefined && { row_count: rowCount }),
    })),
    settings: presentSettings(settings),
    chosen: chosen.map((name) => WIRE_NAMES[name]),
  }
}

function presentSettings({
  headerRow,
  dateOrder,
  decimalMark,
  columnTypes,
  ...settings
}: DataReading['settings']) {
  return {
    ...settings,
    ...(headerRow !== undefined && { header_row: headerRow }),
    ...(dateOrder !== undefined && { date_order: dateOrder }),
    ...(decimalMark !== undefined && {
      decimal_mark: decimalMark === ',' ? ('comma' as const) : ('point' as const),
    }),
    ...(columnTypes !== undefined && { column_types: columnTypes }),
  }
}

/** Settings of a request as the use case takes them. */
export function readSettings({
  header_row: headerRow,
  date_order: dateOrder,
  decimal_mark: decimalMark,
  column_types: columnTypes,
  ...settings
}: WireSettings): DataReading['settings'] {
  return {
    ...settings,
    ...(headerRow !== undefined && { headerRow }),
    ...(dateOrder !== undefined && { dateOrder }),
    ...(decimalMark !== undefined && { decimalMark: decimalMark === 'comma' ? ',' : '.' }),
    ...(columnTypes !== undefined && { columnTypes }),
  }
}

const WIRE_NAMES = {
  separator: 'separator',
  encoding: 'encoding',
  headerRow: 'header_row',
  dateOrder: 'date_order',
  decimalMark: 'decimal_mark',
  columnTypes: 'column_types',
} as const

/** What the columns of a table hold. */
export function presentProfile({ rowCount, isDistinctEstimated, columns }: TableProfile) {
  return {
    row_count: rowCount,
    is_distinct_estimated: isDistinctEstimated,
    columns: columns.map(({ name, nullCount, distinctCount, minimum, maximum, bars }) => ({
      name,
      null_count: nullCount,
      distinct_count: distinctCount,
      minimum,
      maximum,
      bars: bars.map(({ label, count }) => ({ label, count })),
    })),
  }
}

/** The first rows of a statement's result. */
export function presentQueryResult({ columns, rows, rowCount, notes }: StatementResult) {
  return {
    columns: columns.map(({ name, type }) => ({ name, type })),
    rows: [...rows],
    row_count: rowCount,
    truncated: rowCount === null || rowCount > rows.length,
    notes: [...notes],
  }
}

function presentFields(row: Omit<OpenedDataSource, 'tables'>) {
  return {
    id: row.id,
    name: row.name,
    title: row.title === '' ? row.name : row.title,
    kind: row.kind,
    description: row.description,
    address: row.address,
    created_at: row.createdAt,
    refreshed_at: row.refreshedAt,
  }
}
