import type { Genesis, TxId, Units } from '@parley/ledger'
import { balanceStateKey } from '../actions/action.ts'
import { kindOf } from '../actions/kinds.ts'
import { NATIVE_ASSET } from '../rules/constants.ts'
import type { ScriptedTransaction } from '../script/script.ts'
import { authTypeOf, createdAssetId } from './encode-transaction.ts'

// Verifying a signature, by the type byte of the signer's address.
const AUTH_COMPUTE_UNITS = [5n, 10n, 10n]

/**
 * The units of a transaction, in the order bandwidth, compute, storage read, allocate, write. Every record that it may
 * touch is charged once in all three storage dimensions, also the signer's native balance, which pays the fee.
 */
export function transactionUnits(
  transaction: ScriptedTransaction,
  { genesis, size, txId }: { genesis: Genesis; size: number; txId: TxId },
): Units {
  const { actions, signer } = transaction
  const compute = actions.reduce(
    (sum, action) => sum + kindOf(action).computeUnits,
    genesis.baseUnits + (AUTH_COMPUTE_UNITS[authTypeOf(transaction)] ?? 0n),
  )
  const keys = actions.flatMap((action, index) =>
    kindOf(action).stateKeys(action, { signer, assetId: () => createdAssetId(txId, index) }),
  )
  keys.push(balanceStateKey(signer, NATIVE_ASSET))
  const distinct = [...new Map(keys.map((key) => [key.name, key.chunks])).values()]
  const count = BigInt(distinct.length)
  const chunks = distinct.reduce((sum, size) => sum + size, 0n)
  return [
    BigInt(size),
    compute,
    count * genesis.storageKeyReadUnits + chunks * genesis.storageValueReadUnits,
    count * genesis.storageKeyAllocateUnits + chunks * genesis.storageValueAllocateUnits,
    count * genesis.storageKeyWriteUnits + chunks * genesis.storageValueWriteUnits,
  ]
}

/** The fee for units at prices per unit, in the smallest unit of the native asset. */
export function feeOf(units: Units, prices: Units): bigint {
  return units.reduce((sum, count, dimension) => sum + count * (prices[dimension] ?? 0n), 0n)
}
