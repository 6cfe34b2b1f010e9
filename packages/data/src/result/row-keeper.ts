import type { JsonObject, ResultColumn } from '@parley/domain'
import type { QueryResult, RowLimits, RowSink } from './query-result.ts'

/** Milliseconds for counting the rows of a result after those that are kept. */
export const COUNTING_MS = 2000

export type RowCaps = Pick<RowLimits, 'preview' | 'kept'>

/**
 * Collects the rows of a result within its limits: the first rows as values, more rows as JSON text. With a sink the
 * limits are those of a batch: the caller sends each full batch on, and the answer holds the rows after the last one.
 */
export class RowKeeper {
  /** Once true, further rows are dropped. */
  isFull = false
  readonly #caps: RowCaps
  readonly #preview: JsonObject[] = []
  readonly #texts: string[] = []
  #previewBytes = 0
  #keptBytes = 0
  #isPreviewFull = false

  readonly #sink: RowSink | undefined

  constructor(caps: RowCaps, sink?: RowSink) {
    this.#caps = caps
    this.#sink = sink
  }

  /** Whether the caller must send a batch before it adds more rows. False without a sink. */
  get hasBatch(): boolean {
    const { rows, bytes } = this.#caps.kept
    return this.#sink !== undefined && (this.#texts.length >= rows || this.#keptBytes >= bytes)
  }

  /** Sends the rows that were added since the last batch, and drops them. Rejects when the sink does. */
  async sendBatch(columns: readonly ResultColumn[]): Promise<void> {
    const bytes = this.#text()
    this.#texts.length = 0
    this.#keptBytes = 0
    await this.#sink?.({ columns, bytes })
  }

  /** Bytes of JSON text kept so far. */
  get bytes(): number {
    return this.#keptBytes
  }

  add(row: JsonObject): void {
    if (this.isFull) return
    const { rows: maxRows, bytes: maxBytes, columns } = this.#caps.kept
    const text = JSON.stringify(columns ? pick(row, columns) : row)
    const bytes = Buffer.byteLength(text) + 1
    this.isFull =
      this.#sink === undefined && (this.#texts.length >= maxRows || this.#keptBytes + bytes > maxBytes)
    if (this.isFull) return
    this.#texts.push(text)
    this.#keptBytes += bytes
    this.#show(row, bytes)
  }

  #show(row: JsonObject, bytes: number): void {
    const { rows, bytes: maxBytes } = this.#caps.preview
    this.#isPreviewFull ||= this.#preview.length >= rows || this.#previewBytes + bytes > maxBytes
    if (this.#isPreviewFull) return
    this.#preview.push(row)
    this.#previewBytes += bytes
  }

  answer(
    columns: readonly ResultColumn[],
    rowCount: number | null,
  ): { result: QueryResult; bytes: Uint8Array } {
    return {
      result: { columns, rows: this.#preview, rowCount, keptRows: this.#texts.length },
      bytes: this.#text(),
    }
  }

  #text(): Uint8Array {
    return Buffer.from(`[${this.#texts.join(',')}]`)
  }
}

function pick(row: JsonObject, columns: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(row).filter(([name]) => columns.includes(name)))
}

/** A row by its column names. Entries make a row too, and take several times as long as assignments. */
export function rowOf(names: readonly string[], values: readonly JsonObject[string][]): JsonObject {
  // An assignment to this name sets the prototype.
  if (names.includes('__proto__'))
    return Object.fromEntries(values.map((value, index) => [names[index] ?? '', value]))
  const row: Record<string, JsonObject[string]> = {}
  for (const [index, name] of names.entries()) row[name] = values[index] ?? null
  return row
}

/** Column names of a result, each once: `id, id` becomes `id, id_1`. Linear in the number of columns. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  const copies = new Map<string, number>()
  return names.map((name) => {
    let distinct = name
    let copy = copies.get(name) ?? 0
    while (taken.has(distinct)) distinct = `${name}_${++copy}`
    copies.set(name, copy)
    taken.add(distinct)
    return distinct
  })
}
