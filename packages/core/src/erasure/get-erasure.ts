import {
  type Database,
  findErasure,
  isEventSealed,
  listErasures as listStored,
  type StoredErasure,
} from '@parley/db'
import { AppError } from '@parley/errors'
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

/** Erasures in one reply. */
const MOST = 200

/** Returns the newest erasures. */
export async function listErasures(deps: Deps): Promise<Erasure[]> {
  return Promise.all((await listStored(deps.db, MOST)).map((stored) => open(deps, stored)))
}

async function open(deps: Deps, { receipt: stored, ...erasure }: StoredErasure): Promise<Erasure> {
  const receipt = readReceipt(stored)
  return { ...erasure, receipt, isSealed: receipt !== null && (await isReceiptSealed(deps, receipt)) }
}

/** Whether a sealed event of this service names the receipt. */
async function isReceiptSealed({ db }: Deps, { receiptId }: ErasureReceipt): Promise<boolean> {
  return isEventSealed(db, { action: ERASED.action, targetId: receiptId })
}
