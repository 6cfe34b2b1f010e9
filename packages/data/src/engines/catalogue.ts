import type { SourceColumn, SourceTable } from '../source.ts'

type MutableTable = Omit<SourceTable, 'columns' | 'keys'> & {
  columns: SourceColumn[]
  keys: NonNullable<SourceTable['keys']>[number][]
}

const MAX_COLUMNS = 300_000
const MAX_TEXT_CHARACTERS = 500
const SAMPLES = 6
const SAMPLE_CHARACTERS = 80

/** Puts together what a database says about itself, row by row. */
export class Catalogue {
  readonly #tables = new Map<string, MutableTable>()
  #columnCount = 0

  /** Whether the next column would be one too many. */
  get isFull(): boolean {
    return this.#columnCount >= MAX_COLUMNS
  }

  addTable(name: string, { description, rowCount }: { description: string; rowCount: number | null }): void {
    if (this.#tables.has(name)) return
    this.#tables.set(name, { name, description: shortText(description), rowCount, columns: [], keys: [] })
  }

  addColumn(table: string, { name, type, description, samples }: SourceColumn): void {
    const entry = this.#tables.get(table)
    if (!entry || this.isFull) return
    this.#columnCount++
    entry.columns.push({
      name,
      type: shortText(type),
      description: shortText(description),
      samples: shortSamples(samples),
    })
  }

  addKey(table: string, key: NonNullable<SourceTable['keys']>[number]): void {
    this.#tables.get(table)?.keys.push(key)
  }

  /** Takes values of looked-up rows as samples of columns that have none. */
  addSampleRows(table: string, rows: readonly Readonly<Record<string, unknown>>[]): void {
    const entry = this.#tables.get(table)
    if (!entry) return
    entry.columns = entry.columns.map((column) => {
      if (column.samples.length > 0) return column
      return { ...column, samples: shortSamples(rows.flatMap((row) => sampleText(row[column.name]))) }
    })
  }

  /** Tables whose columns have no samples at all, smallest first. */
  tablesWithoutSamples(limit: number): string[] {
    return [...this.#tables.values()]
      .filter(({ columns }) => columns.length > 0 && columns.every(({ samples }) => samples.length === 0))
      .toSorted((a, b) => (a.rowCount ?? 0) - (b.rowCount ?? 0))
      .slice(0, limit)
      .map(({ name }) => name)
  }

  tables(): SourceTable[] {
    return [...this.#tables.values()].filter(({ columns }) => columns.length > 0)
  }
}

function shortText(text: string): string {
  return text.length > MAX_TEXT_CHARACTERS ? `${text.slice(0, MAX_TEXT_CHARACTERS)}…` : text
}

function shortSamples(values: readonly string[]): string[] {
  return [...new Set(values.map((value) => value.slice(0, SAMPLE_CHARACTERS)))].slice(0, SAMPLES)
}

/** Nothing for what is missing and for bytes. */
function sampleText(value: unknown): string[] {
  if (value === null || value === undefined || value instanceof Uint8Array) return []
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)]
}
