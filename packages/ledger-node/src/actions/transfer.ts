import { literal, optional, Text, type ValueOf } from '@parley/ledger'
import { addressBytes, assetBytes, joinBytes, textBytes, uint64Bytes } from '../encoding/write-bytes.ts'
import { closedObject } from '../schema/closed-object.ts'
import { AddressField, AmountField, AssetField } from '../schema/fields.ts'
import { addBalance, takeBalance } from '../state/draft.ts'
import { type ActionKind, balanceStateKey } from './action.ts'

const MAX_MEMO_BYTES = 256

/** Moves an amount of an asset from the signer to an address. */
export const Transfer = closedObject({
  type: literal('transfer'),
  to: AddressField,
  asset: AssetField,
  value: AmountField,
  memo: optional(Text),
})
export type Transfer = ValueOf<typeof Transfer>

export const transfer: ActionKind<Transfer> = {
  typeId: 0,
  computeUnits: 1n,
  encode: ({ to, asset, value, memo = '' }) =>
    joinBytes(addressBytes(to), assetBytes(asset), uint64Bytes(value), textBytes(memo)),
  stateKeys: ({ to, asset }, { signer }) => [balanceStateKey(signer, asset), balanceStateKey(to, asset)],
  execute: ({ to, asset, value, memo = '' }, draft, { signer }) => {
    if (value === 0n) return { failure: 'value is zero' }
    if (Buffer.byteLength(memo) > MAX_MEMO_BYTES) return { failure: 'memo is too large' }
    const failure =
      takeBalance(draft, { address: signer, asset, amount: value }) ??
      addBalance(draft, { address: to, asset, amount: value })
    return failure === undefined ? { output: {} } : { failure }
  },
}
