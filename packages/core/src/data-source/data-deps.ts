import type { Tool } from '@parley/agent'
import type { FILE_FORMATS } from '@parley/contract'
import type { OwnerId } from '@parley/db'
import type { DataSource, DataTable } from './data-source.ts'

export type FileFormat = (typeof FILE_FORMATS)[number]

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

/** What the data package does for the use cases. */
export type DataDeps = {
  /** Converts a file for querying. Throws `invalid_request` and leaves nothing when it is not what it claims to be. */
  readonly ingest: (owner: OwnerId, file: IncomingFile) => Promise<Ingested>
  /** Connects a public data set. Throws `invalid_request` for an unknown name. */
  readonly ingestSample: (owner: OwnerId, name: string) => Promise<Ingested & Sample>
  readonly samples: readonly Sample[]
  /** Deletes the files behind tables that no source names any more. */
  readonly removeFiles: (owner: OwnerId, tables: readonly DataTable[]) => Promise<void>
  /** The built-in tools over the owner's sources, for one run. */
  readonly openTools: (
    owner: OwnerId,
    run: { readonly sources: readonly DataSource[]; readonly saveArtifact: SaveArtifact },
  ) => readonly Tool[]
}
