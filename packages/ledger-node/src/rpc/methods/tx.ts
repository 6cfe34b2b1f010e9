import { decodeId } from '@parley/ledger'
import { ARGUMENT_ERROR, type MethodHandler } from './method.ts'

/** Finds a transaction, also a failed one, once its block exists. */
export const handleTx: MethodHandler<'tx'> = ({ chain, height }, { txId }) => {
  const found = txId === undefined ? undefined : chain.timeline.transactions.get(txId)
  if (found !== undefined && found.height <= height) {
    const { timestampMs, success, units, fee } = found
    return { result: { timestamp: BigInt(timestampMs), success, units, fee } }
  }
  return { error: txId === undefined || isId(txId) ? 'tx not found' : ARGUMENT_ERROR }
}

function isId(text: string): boolean {
  try {
    decodeId(text, 'a transaction id')
    return true
  } catch {
    return false
  }
}
