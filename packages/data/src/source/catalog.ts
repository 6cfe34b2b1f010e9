import type { SourceColumn, SourceTable } from '@parley/domain'
import { MAX_LISTED_VALUES, MAX_SAMPLES, shortSample } from './sample-value.ts'

type MutableTable = Omit<SourceTable, 'columns' | 'keys'> & {
  columns: SourceColumn[]
  keys: NonNullable<SourceTable['keys']>[number][]
}

const MAX_COLUMNS = 300_000
const MAX_TEXT_CHARACTERS = 500
const SAMPLE_CHARACTERS = 80

/** Types of texts that a question may name, in the words of all engines. */
const TEXT_TYPE = /char|text|string|clob|^(enum|set|any)\b|^bpchar/i

/** Builds the description of a database from the rows of its catalog. */
export class Catalog {
  readonly #tables = new Map<string, MutableTable>()
  #columnCount = 0

  /** Whether it has the most columns that it may have. */
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
      samples: shortSamples(samples, MAX_LISTED_VALUES),
    })
  }

  addKey(table: string, key: NonNullable<SourceTable['keys']>[number]): void {
    this.#tables.get(table)?.keys.push(key)
  }

  /**
   * Uses values of these rows as samples of the columns that have no samples. Returns the text columns that may have few
   * values, so that the caller can read them all.
   */
  addSampleRows(table: string, rows: readonly Readonly<Record<string, unknown>>[]): string[] {
    const entry = this.#tables.get(table)
    if (!entry) return []
    const few: string[] = []
    entry.columns = entry.columns.map((column) => {
      if (column.samples.length > 0) return column
      const values = new Set(rows.flatMap((row) => sampleText(row[column.name])))
      if (TEXT_TYPE.test(column.type) && values.size > 0 && values.size <= MAX_LISTED_VALUES)
        few.push(column.name)
      return { ...column, samples: shortSamples([...values], MAX_SAMPLES) }
    })
    return few
  }

  /** Uses all values of a column as its samples, unless there are too many. */
  addValues(table: string, column: string, values: readonly unknown[]): void {
    const entry = this.#tables.get(table)
    const texts = shortSamples(values.flatMap(sampleText), MAX_LISTED_VALUES + 1)
    if (!entry || texts.length > MAX_LISTED_VALUES) return
    entry.columns = entry.columns.map((one) => (one.name === column ? { ...one, samples: texts } : one))
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
  return shortSample(text, MAX_TEXT_CHARACTERS)
}

function shortSamples(values: readonly string[], count: number): string[] {
  return [...new Set(values.map((value) => shortSample(value, SAMPLE_CHARACTERS)))].slice(0, count)
}

/** Returns no text for missing values and for bytes. */
function sampleText(value: unknown): string[] {
  if (value === null || value === undefined || value instanceof Uint8Array) return []
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)]
}
