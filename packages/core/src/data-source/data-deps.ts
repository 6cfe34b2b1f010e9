import type { Tool } from '@parley/agent'
import type { OwnerId } from '@parley/db'
import type {
  Connection,
  Definition,
  FileFormat,
  PartialResult,
  SaveArtifact,
  SourceTable,
  StatementResult,
  TableProfile,
  TableSettings,
  WholeResult,
} from '@parley/domain'
import type { OfferedSource, ReachableSource } from './data-source.ts'

/** An uploaded file. Its content may be larger than memory. */
export type IncomingFile = {
  /** The name that SQL uses: lower case letters, digits and underscores. */
  readonly name: string
  readonly format: FileFormat
  readonly content: AsyncIterable<Uint8Array>
  readonly signal: AbortSignal
}
/** A kept upload that is read again. */
type Rereading = {
  readonly name: string
  readonly original: NonNullable<SourceTable['original']>
  readonly settings: readonly TableSettings[]
  readonly signal: AbortSignal
}

export type Ingested = {
  readonly tables: readonly SourceTable[]
  /** What its files take on the disk. */
  readonly bytes: number
  /** What the connected user may do beyond reading, in sentences. */
  readonly warnings?: readonly string[]
}

export type Sample = {
  readonly name: string
  readonly title: string
  readonly description: string
}
/** What the data package does for the use cases. */
export type DataDeps = {
  /**
   * Converts a file for querying. Throws `invalid_request` and leaves nothing when its content does not match
   * its type.
   */
  readonly ingest: (owner: OwnerId, file: IncomingFile) => Promise<Ingested>
  /** Reads a kept upload again as new files, and leaves the old ones. Throws like `ingest`. */
  readonly reread: (owner: OwnerId, rereading: Rereading) => Promise<Ingested>
  /** Keeps a SQLite database and reads its tables. Throws like `ingest`. */
  readonly ingestSqlite: (
    owner: OwnerId,
    content: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ) => Promise<Ingested & { readonly connection: Connection }>
  /** Connects a public data set. Throws `invalid_request` for an unknown name. */
  readonly ingestSample: (owner: OwnerId, name: string, signal: AbortSignal) => Promise<Ingested & Sample>
  readonly samples: readonly Sample[]
  /** The data sources that every user can read besides their own. */
  readonly offered: readonly OfferedSource[]
  /**
   * Reads the tables behind a connection; for an API it also fetches the records. Throws an AppError with a sentence
   * when that fails, and then leaves nothing.
   */
  readonly connect: (
    owner: OwnerId,
    source: { readonly name: string; readonly connection: Connection; readonly signal: AbortSignal },
  ) => Promise<Ingested>
  /** Deletes files that no data source has ever named. */
  readonly removeFiles: (owner: OwnerId, files: readonly string[]) => Promise<void>
  /**
   * Retires files that no data source names any more, and drops everything derived from the owner's data
   * sources. Runs that have begun can still read the files.
   */
  readonly retireFiles: (owner: OwnerId, files: readonly string[]) => Promise<void>
  /** Deletes the files of all owners that were retired before this time. */
  readonly removeRetiredFiles: (before: Date) => Promise<void>
  /** The name of an owner's folders. It stays when the owner is erased. */
  readonly homeOf: (owner: OwnerId) => string
  /**
   * Deletes everything that is stored for an owner or derived from the owner's data, on this machine and in the object
   * store. Returns the number of stored versions of files. Throws `unavailable`; what is left can be deleted again.
   */
  readonly eraseHome: (home: string) => Promise<number>
  /**
   * Retires files of the owner that are a day old and that `readNamed` does not name. `readNamed` is called
   * only when there are such files.
   */
  readonly retireOrphans: (owner: OwnerId, readNamed: () => Promise<readonly string[]>) => Promise<void>
  /**
   * Runs one reading statement as execute_sql does. Throws `invalid_request` with the sentence that a model
   * would get.
   */
  readonly query: (
    owner: OwnerId,
    statement: {
      readonly sql: string
      readonly sources: readonly ReachableSource[]
      readonly signal: AbortSignal
    },
  ) => Promise<StatementResult>
  /** Counts what the columns of a table in a file hold. Throws like `query`. */
  readonly profile: (
    owner: OwnerId,
    wanted: {
      readonly source: ReachableSource
      readonly table: SourceTable
      readonly signal: AbortSignal
    },
  ) => Promise<TableProfile>
  /**
   * Runs one reading statement and returns its whole result, some rows at a time. The statement waits for the caller,
   * and ends when the caller stops or the signal aborts. Throws like `query`, and `unavailable`. Reading the rows
   * throws the errors after the first row, such as `too_large` above the limit.
   */
  readonly exportRows: (
    owner: OwnerId,
    statement: {
      readonly sql: string
      readonly sources: readonly ReachableSource[]
      readonly signal: AbortSignal
    },
  ) => Promise<WholeResult>
  /** The sources that a statement reads. */
  readonly sourcesOf: (sql: string, sources: readonly ReachableSource[]) => readonly ReachableSource[]
  /**
   * A whole result as a Parquet file, in pieces. Throws what its rows throw, and `invalid_request` for values that
   * Parquet cannot hold.
   */
  readonly writeParquet: (
    owner: OwnerId,
    file: { readonly result: WholeResult; readonly signal: AbortSignal },
  ) => AsyncGenerator<Uint8Array, void, void>
  /**
   * Runs the SQL of a definition; returns its columns and the data sources that it reads. Throws
   * `invalid_request` with the sentence that a model would get.
   */
  readonly checkDefinition: (
    owner: OwnerId,
    check: {
      readonly definition: Definition
      readonly sources: readonly ReachableSource[]
      readonly signal: AbortSignal
    },
  ) => Promise<{ readonly columns: readonly string[]; readonly dataSourceIds: readonly string[] }>
  /** The PNG of a drawing that create_graph saved. Throws `unavailable` when it cannot be drawn now. */
  readonly drawPicture: (owner: OwnerId, drawing: Uint8Array) => Promise<Uint8Array>
  /** The Parquet file of packed rows that execute_sql gave. Throws `unavailable` when it cannot be written now. */
  readonly unpackRows: (owner: OwnerId, packed: Uint8Array) => Promise<Uint8Array>
  /** The built-in tools over the owner's data sources, for one run. */
  readonly openTools: (
    owner: OwnerId,
    run: {
      readonly sources: readonly ReachableSource[]
      readonly definitions: readonly Definition[]
      readonly saveArtifact: SaveArtifact
      /** Receives each result that the trace holds only in part. */
      readonly keepResult?: (result: PartialResult) => void
      /** Whether every call stands alone, so that none can name the result of another; false when left out. */
      readonly isSingleCall?: boolean
      /** Whether the run can ask its user back; false when left out. */
      readonly canAsk?: boolean
    },
  ) => readonly Tool[]
}
