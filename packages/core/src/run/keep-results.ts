import type { OwnerId } from '@parley/db'
import type { PartialResult, WholeRows } from '@parley/domain'
import { isAppError } from '@parley/errors'
import type { Blobs } from '../artifact/blobs.ts'
import { artifactSaver } from '../artifact/save-artifact.ts'
import type { StorageDeps } from '../quota.ts'

export type KeepDeps = StorageDeps & {
  readonly blobs: Blobs
  readonly now: () => Date
}

/** A whole result in the blob store. */
export type KeptRows = Omit<WholeRows, 'file' | 'isPacked'> & {
  readonly kind: 'kept'
  /** As part of an address. */
  readonly path: string
}

/** A result that is not kept, and why in a sentence. */
export type LostRows = { readonly kind: 'lost'; readonly reason: string }

/** Keeps the whole results of one run, in the background. */
export type ResultKeeper = {
  readonly keep: (result: PartialResult) => void
  /** The results of the run, by step. Waits up to 15 seconds for those that are being stored. */
  readonly kept: () => Promise<ReadonlyMap<number, KeptRows | LostRows>>
  /** Deletes the local files of the results, in the background. Call it once, after the answer. */
  readonly close: () => void
}

const MEDIA_TYPE = 'application/vnd.apache.parquet'
/** A week. */
const LIFETIME_MS = 7 * 86_400_000
/** How long an answer waits for the results of its last steps. */
const PATIENCE_MS = 15_000
const LATE = 'The whole result was not stored in time.'
const FAILED = 'The whole result could not be stored.'

/**
 * Keeps the whole of each result that the trace holds only in part, as a file of a stored run: for a week, within the
 * owner's storage. The signal ends the work.
 */
export function keepResults(
  deps: KeepDeps,
  owner: OwnerId,
  { runId, signal }: { readonly runId: string; readonly signal: AbortSignal },
): ResultKeeper {
  const work = new Map<number, Promise<KeptRows | LostRows>>()
  const save = artifactSaver(deps, owner, { runId, lifetimeMs: LIFETIME_MS })

  async function store({ stepId, readWhole }: PartialResult): Promise<KeptRows | LostRows> {
    let whole: WholeRows | null = null
    try {
      whole = await readWhole(signal)
      const { file: bytes, isPacked, ...rows } = whole
      const name = `step-${stepId}.parquet`
      const path = await save({ name, mediaType: MEDIA_TYPE, bytes, ...(isPacked && { source: 'rows' }) })
      return { kind: 'kept', path, ...rows }
    } catch (error) {
      await whole?.dispose()
      return { kind: 'lost', reason: isAppError(error) ? error.message : FAILED }
    }
  }

  return {
    keep: (result) => void work.set(result.stepId, store(result)),
    async kept() {
      const late = Promise.withResolvers<LostRows>()
      const timer = setTimeout(late.resolve, PATIENCE_MS, { kind: 'lost', reason: LATE }).unref()
      const ready = [...work].map(
        async ([step, result]) => [step, await Promise.race([result, late.promise])] as const,
      )
      // A running timer would keep the promises in memory, and with them the rows of the results.
      return new Map(await Promise.all(ready).finally(() => clearTimeout(timer)))
    },
    close() {
      // A folder that cannot be deleted now is deleted later, with those of crashed processes.
      for (const result of work.values())
        void result.then((rows) => (rows.kind === 'kept' ? rows.dispose() : undefined)).catch(() => undefined)
    },
  }
}
