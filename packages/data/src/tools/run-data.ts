import type { Definition, PartialResult, QueryableSource, ResultColumn, SaveArtifact } from '@parley/domain'
import type { SqlCluster } from '../cluster/sql-cluster.ts'
import type { EngineOptions } from '../engines/engine.ts'
import type { LinkStore } from '../joins/link-store.ts'
import type { MetadataStore } from '../metadata/metadata-store.ts'
import type { Sandbox } from '../sandbox/create-sandbox.ts'
import type { ValueStore } from '../values/value-store.ts'
import type { DatasetPlace } from '../versions/versions-of.ts'

export type DataToolsOptions = DatasetPlace & {
  /** All sources of the owner. */
  readonly sources: readonly QueryableSource[]
  /** What the owner has defined over these sources; nothing when left out. */
  readonly definitions?: readonly Definition[]
  readonly sandbox: Sandbox
  readonly ownerId: string
  /** Where indexes over catalogs are kept; without it each run builds its own in memory. */
  readonly metadata?: MetadataStore
  /** Where indexes over values are kept; without it find_metadata names no values. */
  readonly values?: ValueStore
  /** Where counted links between tables are remembered; without it each call counts them. */
  readonly joins?: LinkStore
  /** Network access to databases. Without it their tables are found but cannot be read. */
  readonly egress?: EngineOptions['egress']
  /**
   * Whether every call stands alone, as those of MCP clients do. Then no result is kept, and create_graph draws only the
   * rows that it is sent; the descriptions say so.
   */
  readonly isSingleCall?: boolean
  /** Whether the run can ask its user back. Then find_metadata names what a question may mean in several ways. */
  readonly canAsk?: boolean
  /** Where large statements over files may run; on this machine alone when left out. */
  readonly cluster?: SqlCluster
  /** Stores a file and returns the path that the trace and the answer show. May throw; then the step fails. */
  readonly saveArtifact: SaveArtifact
  /** Takes each result that the trace holds only in part. Without this function, such results are not kept. */
  readonly keepResult?: (result: PartialResult) => void
  /** Milliseconds that one statement may run; 10 seconds by default. */
  readonly sqlTimeoutMs?: number
  /** Milliseconds that one chart may take; 15 seconds by default. */
  readonly chartTimeoutMs?: number
}

/** A result that a later step of the run can draw. */
type KeptResult = {
  readonly columns: readonly ResultColumn[]
  /** JSON text of the kept rows. */
  readonly rowsText: Uint8Array
  readonly keptRows: number
  /** Null when it is unknown. */
  readonly rowCount: number | null
  /** Whether the statement orders its rows. */
  readonly isOrdered: boolean
  /** The statement. */
  readonly sql: string
}

/** The state that the three tools of one run share. */
export type RunData = DataToolsOptions & {
  /** Full results by the step that gave them; null when every call stands alone. */
  readonly results: Map<number, KeptResult> | null
}
