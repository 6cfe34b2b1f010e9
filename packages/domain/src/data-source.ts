import type { Connection } from './connection.ts'
import type { FileFormat } from './file-format.ts'
import type { ReadingReport } from './reading-report.ts'

/** One column of the catalog. */
export type SourceColumn = {
  readonly name: string
  /** The engine's native type name, e.g. `varchar(20)`. */
  readonly type: string
  /** The description in effect: the owner's if there is one, otherwise the data source's. May be empty. */
  readonly description: string
  /** The data source's own description, where the owner has replaced it. */
  readonly sourceDescription?: string
  /** Values that occur, as text. */
  readonly samples: readonly string[]
  /** False where the owner leaves its values out of the index of values; absent otherwise. */
  readonly isSearched?: boolean
  /** Other names that the owner gave to some of its values; absent where there are none. */
  readonly valueSynonyms?: readonly ValueSynonyms[]
}

/** Other words of an owner for one value of a column. */
export type ValueSynonyms = {
  /** As the column stores it. */
  readonly value: string
  readonly synonyms: readonly string[]
}

/** A declared link from columns of one table to columns of another, in the same source. */
export type SourceKey = {
  readonly columns: readonly string[]
  /** `table` or `schema.table` as the source names it. */
  readonly table: string
  readonly tableColumns: readonly string[]
}

/** A table of a data source, as its catalog describes it. */
export type SourceTable = {
  readonly name: string
  readonly description: string
  /** The data source's own description, where the owner has replaced it. */
  readonly sourceDescription?: string
  /** Null when the data source has no count. */
  readonly rowCount: number | null
  readonly columns: readonly SourceColumn[]
  readonly keys?: readonly SourceKey[]
  /** Parquet file of a table that lives in files, relative to the data folder. */
  readonly file?: string
  /** What was assumed and changed when the table was read from a file. */
  readonly reading?: ReadingReport
  /** The upload that the table was read from, where it was kept. */
  readonly original?: OriginalFile
}

/** An uploaded file that was kept, compressed, so that it can be read again. */
export type OriginalFile = {
  /** Relative to the data folder. */
  readonly file: string
  readonly format: FileFormat
}

/** The kind of a data source. Tables of files, samples and HTTP APIs are Parquet files. */
export type SourceKind = 'file' | 'sample' | 'ledger' | 'events' | Connection['kind']

/** A data source that statements can name: one of the owner's, or one that the service offers. */
export type QueryableSource = {
  readonly id: string
  /** The SQL identifier that statements use: `name.table`. Unique for the owner. */
  readonly name: string
  readonly kind: SourceKind
  readonly description: string
  readonly tables: readonly SourceTable[]
  /** Changes with the tables, so that a derived index can be checked. */
  readonly updatedAt?: string
  /** How to reach it; absent for files. */
  readonly connection?: Connection
  /** Why no statement can reach it, as a sentence for the caller; absent when one can. */
  readonly unreachable?: string
  /** Set when the service offers the data source to every user; never stored. */
  readonly offered?: OfferedTables
}

/** Tables in one consistent state. */
export type OpenedTables = {
  /** Files by the name of the table. */
  readonly files: ReadonlyMap<string, string>
  /** Of a ledger: the block whose state the tables hold. */
  readonly blockHeight?: number
}

/** The state of a data source that a statement read. */
export type SourceVersion = {
  readonly name: string
  /** When its tables changed last; absent where the service writes them for each statement. */
  readonly updatedAt?: string
  readonly blockHeight?: number
}

/** Tables that the service writes when a statement needs them. */
export type OfferedTables = {
  /**
   * The owner of the files. This is the only exception to the rule that a statement reads only its owner's
   * files.
   */
  readonly ownerId: string
  /**
   * Writes the tables of these names in one consistent state. Throws an AppError when that fails.
   */
  readonly open: (names: readonly string[]) => Promise<OpenedTables>
  /** Deletes the written tables that name people of this service. The next statement writes them again. */
  readonly forgetPeople?: () => Promise<void>
}
