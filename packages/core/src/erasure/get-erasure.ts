import {
  type Database,
  findErasure,
  isEventSealed,
  listErasures as listStored,
  type OwnerId,
  type StoredErasure,
} from '@parley/db'
import { AppError } from '@parley/errors'
import { UUID } from '../page/cursor.ts'
import { type Page, type PageRequest, readPage } from '../page/read-page.ts'
import { type ErasureReceipt, readReceipt } from './receipt.ts'

type Deps = { readonly db: Database }

/** The event of a receipt. */
export const ERASED = { action: 'erasure.finish', outcome: 'ok' } as const

/** An erasure as people see it. */
export type Erasure = Omit<StoredErasure, 'receipt'> & {
  /** Null until everything is erased. */
  readonly receipt: ErasureReceipt | null
  /** Whether the receipt is as it was issued, and a sealed event names it. */
  readonly isSealed: boolean
}

/** Returns an erasure with its receipt. The id is the only secret: it names no person. Throws `not_found`. */
export async function getErasure(deps: Deps, id: string): Promise<Erasure> {
  const stored = await findErasure(deps.db, id)
  if (!stored) throw new AppError('not_found', 'There is no erasure with this id.')
  return open(deps, stored)
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/**
 * Returns a page of the erasures, newest first. Throws `invalid_request` for a text that is not the cursor of this list.
 */
export async function listErasures(deps: Deps, owner: OwnerId, request: PageRequest): Promise<Page<Erasure>> {
  const { rows, nextCursor } = await readPage({
    list: { name: 'erasure.list', owner, filter: {} },
    request,
    forms: [INSTANT, UUID],
    placeOf: ({ askedAt, id }: StoredErasure) => [askedAt.toISOString(), id],
    read: (limit, behind) =>
      listStored(deps.db, {
        limit,
        ...(behind && { behind: { askedAt: new Date(behind[0]), id: behind[1] } }),
      }),
  })
  return { rows: await Promise.all(rows.map((stored) => open(deps, stored))), nextCursor }
}

async function open(deps: Deps, { receipt: stored, ...erasure }: StoredErasure): Promise<Erasure> {
  const receipt = readReceipt(stored)
  return { ...erasure, receipt, isSealed: receipt !== null && (await isReceiptSealed(deps, receipt)) }
}

/** Whether a sealed event of this service names the receipt. */
async function isReceiptSealed({ db }: Deps, { receiptId }: ErasureReceipt): Promise<boolean> {
  return isEventSealed(db, { action: ERASED.action, targetId: receiptId })
}
