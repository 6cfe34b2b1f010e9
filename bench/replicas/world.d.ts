import type { RawServer } from '../../packages/mcp/src/testing/start-raw-server.ts'
import type { S3Server } from '../../packages/objects/src/testing/s3-server.ts'
import type { RunningPostgres } from '../../scripts/postgres/start-postgres.mjs'
import type { HeldModel } from './held-model.mjs'
import type { Installation } from './installation.mjs'
import type { Client } from './open-client.mjs'
import type { startReplica } from './start-replica.mjs'

type Replica = Awaited<ReturnType<typeof startReplica>>

/** What the parts of `bench/replicas.mjs` share. */
export type World = {
  readonly client: Client
  readonly origin: string
  readonly ports: readonly number[]
  readonly replicas: Map<number, Replica>
  readonly start: (port: number) => Promise<Replica>
  /** The installation that starts and commands use now. */
  readonly installation: () => Installation
  /** From now on, starts and commands use the new release. */
  readonly upgrade: () => void
  readonly model: HeldModel
  readonly toolServer: Pick<RawServer, 'calls'>
  readonly store: S3Server
  readonly env: Record<string, string>
  readonly folder: string
  /** A restore replaces the server. */
  readonly database: { current: RunningPostgres }
  readonly seconds: number
  readonly perSecond: number
  readonly say: (what: string, seen: unknown) => void
  readonly check: (what: string, holds: boolean, seen?: unknown) => void
}
