import type { ErasureSummary } from '@parley/contract'
import type { Erasure, ErasureReceipt } from '@parley/core'

/** An erasure in wire form. */
export function presentErasure({ id, askedBy, askedAt, receipt, isSealed }: Erasure): ErasureSummary {
  return {
    erasure_id: id,
    asked_by: askedBy,
    asked_at: askedAt.toISOString(),
    is_finished: receipt !== null,
    receipt: receipt && presentReceipt(receipt),
    is_sealed: isSealed,
  }
}

function presentReceipt(receipt: ErasureReceipt): ErasureSummary['receipt'] {
  return {
    receipt_id: receipt.receiptId,
    erasure_id: receipt.erasureId,
    origin: receipt.origin,
    subject: receipt.subject,
    asked_by: receipt.askedBy,
    asked_at: receipt.askedAt,
    finished_at: receipt.finishedAt,
    erased: receipt.erased,
  }
}
