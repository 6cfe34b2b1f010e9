import type { ReadingNoteKind, ReadingSettings } from '@parley/domain'

/** One way to read the values of a text column. The functions take and return SQL expressions. */
export type Reading = {
  /** True for a value that can be read this way. */
  readonly check: (value: string) => string
  readonly read: (value: string) => string
  /** Tighter types. The first one whose check every value also passes is used. */
  readonly tighter?: readonly Pick<Reading, 'check' | 'read'>[]
  /** SQL for a value that is unlikely to be meant, and what the note says of such values. */
  readonly doubt?: { readonly check: (value: string) => string; readonly text: string }
  /** The note of the catalog about the column; empty where nothing was assumed. */
  readonly note: string
  readonly kind: ReadingNoteKind
  /** The setting that it stands for. */
  readonly settings?: ReadingSettings
}

/** Ways to read a column. The values of the whole column decide which one is used. */
export type Proposal = {
  readonly readings: readonly Reading[]
  /** The reading to use when every value fits several; absent: the column stays text. */
  readonly preferred?: number
  /** The note of the catalog when the column stays text because several readings fit, or none is there. */
  readonly ambiguous?: string
  /** The same when only a smaller part of the values fits a reading, and others look like dates or numbers too. */
  readonly unlike?: string
}
