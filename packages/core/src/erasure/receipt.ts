import { createHash } from 'node:crypto'
import type { ErasureAsker } from '@parley/db'
import * as z from 'zod'

const Receipt = z.object({
  receiptId: z.string(),
  erasureId: z.uuid(),
  origin: z.string(),
  /** The pseudonym under which events of the person stay; null for a person without events. */
  subject: z.uuid().nullable(),
  askedBy: z.enum(['person', 'administrator', 'restore'] satisfies ErasureAsker[]),
  askedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** Rows by table, and `files`. */
  erased: z.record(z.string(), z.int()),
})

/**
 * Says what was erased of a person, and when, and nothing about the person. The id is the SHA-256 of everything else,
 * and an event names it: a receipt that the service did not issue, or that was edited, has an id that no sealed event
 * names.
 */
export type ErasureReceipt = z.infer<typeof Receipt>

/** Completes a receipt with its id. */
export function issueReceipt(body: Omit<ErasureReceipt, 'receiptId'>): ErasureReceipt {
  return { receiptId: receiptId(body), ...body }
}

/** Reads a receipt; null for anything else, and when the id does not match the content. */
export function readReceipt(value: unknown): ErasureReceipt | null {
  const { data: receipt } = Receipt.safeParse(value)
  return receipt && receipt.receiptId === receiptId(receipt) ? receipt : null
}

function receiptId(body: Omit<ErasureReceipt, 'receiptId'>): string {
  const { erasureId, origin, subject, askedBy, askedAt, finishedAt, erased } = body
  const rows = Object.entries(erased).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const parts = ['parley erasure', erasureId, origin, subject, askedBy, askedAt, finishedAt, rows]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
