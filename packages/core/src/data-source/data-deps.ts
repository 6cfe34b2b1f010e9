import type { JsonObject, Tool } from '@parley/agent'
import type { FILE_FORMATS } from '@parley/contract'
import type { OwnerId } from '@parley/db'
import type { Connection } from './connection.ts'
import type { DataTable, OfferedSource, ReachableSource } from './data-source.ts'

/** Files whose rows are converted; a SQLite database is kept as it is. */
export type FileFormat = Exclude<(typeof FILE_FORMATS)[number], 'sqlite'>

/** A file as it comes in; its content may be larger than memory. */
export type IncomingFile = {
  /** The name SQL will use: lower case letters, digits and underscores. */
  readonly name: string
  readonly format: FileFormat
  readonly content: AsyncIterable<Uint8Array>
}

export type Ingested = { readonly tables: readonly DataTable[]; readonly bytes: number }

export type Sample = {
  readonly name: string
  readonly title: string
  readonly description: string
}

export type ToolFile = { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array }

/** Keeps a file that a tool made and returns its path relative to `{base_url}`. */
export type SaveArtifact = (file: ToolFile) => Promise<string>

/** What a statement gave; `rows` are the first of `rowCount`. */
export type StatementResult = {
  /** In order, with types in the words of the engine; there also where there are no rows. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly rows: readonly JsonObject[]
  /** Null where counting would have taken too long. */
  readonly rowCount: number | null
  readonly notes: readonly string[]
}

/** What the data package does for the use cases. */
export type DataDeps = {
  /** Converts a file for querying. Throws `invalid_request` and leaves nothing when it is not what it claims to be. */
  readonly ingest: (owner: OwnerId, file: IncomingFile) => Promise<Ingested>
  /** Keeps a SQLite database and reads its tables. Throws like `ingest`. */
  readonly ingestSqlite: (
    owner: OwnerId,
    content: AsyncIterable<Uint8Array>,
  ) => Promise<Ingested & { readonly connection: Connection }>
  /** Connects a public data set. Throws `invalid_request` for an unknown name. */
  readonly ingestSample: (owner: OwnerId, name: string) => Promise<Ingested & Sample>
  readonly samples: readonly Sample[]
  /** What everybody can read beside their own sources. */
  readonly offered: readonly OfferedSource[]
  /**
   * Reads the tables behind a connection; of an API it fetches the records as well. Throws an AppError with a sentence
   * when that fails; then nothing is left behind.
   */
  readonly connect: (
    owner: OwnerId,
    source: { readonly name: string; readonly connection: Connection; readonly signal: AbortSignal },
  ) => Promise<Ingested>
  /** Deletes files that no source has ever named. */
  readonly removeFiles: (owner: OwnerId, files: readonly string[]) => Promise<void>
  /**
   * Notes that no source names these files any more, and forgets what was derived from the owner's sources; runs that
   * have begun can still read them.
   */
  readonly retireFiles: (owner: OwnerId, files: readonly string[]) => Promise<void>
  /** Deletes the files, of all owners, that were retired before this time. */
  readonly removeRetiredFiles: (before: Date) => Promise<void>
  /**
   * Retires files of the owner that are a day old and that `readNamed` does not name; it is asked only when there are
   * such files.
   */
  readonly retireOrphans: (owner: OwnerId, readNamed: () => Promise<readonly string[]>) => Promise<void>
  /** Runs one reading statement as execute_sql does. Throws `invalid_request` with the sentence a model would get. */
  readonly query: (
    owner: OwnerId,
    statement: {
      readonly sql: string
      readonly sources: readonly ReachableSource[]
      readonly signal: AbortSignal
    },
  ) => Promise<StatementResult>
  /** The built-in tools over the owner's sources, for one run. */
  readonly openTools: (
    owner: OwnerId,
    run: { readonly sources: readonly ReachableSource[]; readonly saveArtifact: SaveArtifact },
  ) => readonly Tool[]
}
