import {
  type Database,
  eraseRecords,
  finishErasure,
  forgetRetiredFiles,
  listErasedHomes,
  listPendingErasures,
  listRetiredBlobsIn,
  oldestFileHold,
  type PendingErasure,
  storeReceipt,
} from '@parley/db'
import type { Blobs } from '../artifact/blobs.ts'
import type { DataDeps } from '../data-source/data-deps.ts'
import { recordEvent } from '../event/record-event.ts'
import { ERASED } from './get-erasure.ts'
import { issueReceipt, readReceipt } from './receipt.ts'

type Deps = {
  readonly db: Database
  readonly apiKeyPepper: Uint8Array
  readonly origin: string
  readonly blobs: Blobs
  readonly data: Pick<DataDeps, 'eraseHome' | 'homeOf'>
  readonly now: () => Date
}

/**
 * Goes on with every erasure that was asked for: deletes the records when no turn of the person runs, then the files
 * when no backup copies files, and then issues the receipt. Each step may be repeated, so a process may die between
 * them. Safe on several replicas at once.
 */
export async function finishErasures(deps: Deps): Promise<void> {
  for (const pending of await listPendingErasures(deps.db)) {
    if (pending.erased === null) await eraseRecords(deps.db, pending)
    else if ((await oldestFileHold(deps.db)) === null) await finish(deps, pending, pending.erased)
  }
}

async function finish(deps: Deps, pending: PendingErasure, rows: Readonly<Record<string, number>>) {
  const { id, owner, subject, askedBy, askedAt } = pending
  const home = deps.data.homeOf(owner)
  const blobs = `artifacts/${owner}`
  // By name first: the list of a store may not show them yet.
  for (const path of await listRetiredBlobsIn(deps.db, blobs)) await deps.blobs.remove(path)
  await deps.blobs.removeFolder(blobs)
  const versions = await deps.data.eraseHome(home)
  await forgetRetiredFiles(deps.db, { blobs, versions: `datasets/${home}` })
  const issued = issueReceipt({
    erasureId: id,
    origin: deps.origin,
    subject,
    askedBy,
    askedAt: askedAt.toISOString(),
    finishedAt: deps.now().toISOString(),
    erased: { ...rows, ...(versions > 0 && { files: versions }) },
  })
  const receipt = readReceipt(await storeReceipt(deps.db, id, issued))
  if (!receipt) throw new Error('The stored receipt of an erasure cannot be read.')
  const event = { door: 'service', clientAddress: null, owner: null, ...ERASED } as const
  await recordEvent(deps, { ...event, targetId: receipt.receiptId })
  await finishErasure(deps.db, id)
}

/** The list of a store may lag. */
const LOOK_AGAIN_MS = 86_400_000

/**
 * Returns a function that deletes what this machine keeps of erased persons, such as copies and indexes, also when
 * another replica erased the persons. It also deletes what a list of the store did not show before. It looks for each
 * person once a day; call it every few seconds.
 */
export function openErasedHomes(deps: Pick<Deps, 'db' | 'data' | 'now'>): () => Promise<void> {
  const lookedMs = new Map<string, number>()
  return async () => {
    const nowMs = deps.now().getTime()
    for (const { id, home } of await listErasedHomes(deps.db)) {
      if (nowMs - (lookedMs.get(id) ?? Number.NEGATIVE_INFINITY) < LOOK_AGAIN_MS) continue
      if ((await oldestFileHold(deps.db)) !== null) return
      await deps.data.eraseHome(home)
      lookedMs.set(id, nowMs)
    }
  }
}
