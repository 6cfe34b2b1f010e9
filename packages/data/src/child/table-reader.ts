import type { ReadingNote, ReadingNoteKind, ReadingSettings } from '@parley/domain'

/** A FROM clause that reads one table of an uploaded file. */
export type TableReader = {
  readonly name: string
  readonly from: string
  /** The separator of a delimited file. */
  readonly separator?: string
  /** The settings in effect. */
  readonly settings?: ReadingSettings
  /** What was assumed and changed in the file, apart from the values of its columns. */
  readonly notes?: readonly ReadingNote[]
  /** By column of `from`: why it has its type, where the reader decided it. `isFinal`: its texts stay as they are. */
  readonly columnNotes?: ReadonlyMap<
    string,
    { readonly note: string; readonly kind: ReadingNoteKind; readonly isFinal?: boolean }
  >
  /** By column of `from`: some of the values of columns of text, where the reader has seen them. */
  readonly samples?: ReadonlyMap<string, readonly string[]>
  /** Settings that other columns of the file make likely. */
  readonly likely?: ReadingSettings
  /** The same reader with columns as the text of the file; absent when no number has many digits. */
  readonly asText?: (columns: readonly string[]) => string
  /** The reader to use when reading fails in an avoidable way; null when there is none. */
  readonly widened?: (error: unknown) => Promise<TableReader | null>
}
