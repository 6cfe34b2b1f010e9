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
  readonly restorePort: number
  readonly env: Record<string, string>
  readonly folder: string
  readonly seconds: number
  readonly perSecond: number
  readonly say: (what: string, seen: unknown) => void
  readonly check: (what: string, holds: boolean, seen?: unknown) => void
}
