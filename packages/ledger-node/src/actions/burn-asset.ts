import { literal, type ValueOf } from '@parley/ledger'
import { assetBytes, joinBytes, uint64Bytes } from '../encoding/write-bytes.ts'
import { closedObject } from '../schema/closed-object.ts'
import { AmountField, AssetField } from '../schema/fields.ts'
import { readDraft, takeBalance, writeDraft } from '../state/draft.ts'
import { type ActionKind, assetStateKey, balanceStateKey } from './action.ts'

/** Destroys an amount of an asset that the signer holds, also of the native one. */
export const BurnAsset = closedObject({
  type: literal('burnAsset'),
  asset: AssetField,
  value: AmountField,
})
export type BurnAsset = ValueOf<typeof BurnAsset>

export const burnAsset: ActionKind<BurnAsset> = {
  typeId: 3,
  computeUnits: 1n,
  encode: ({ asset, value }) => joinBytes(assetBytes(asset), uint64Bytes(value)),
  stateKeys: ({ asset }, { signer }) => [assetStateKey(asset), balanceStateKey(signer, asset)],
  execute: ({ asset, value }, draft, { signer }) => {
    if (value === 0n) return { failure: 'value is zero' }
    const failure = takeBalance(draft, { address: signer, asset, amount: value })
    if (failure !== undefined) return { failure }
    const record = readDraft(draft.assets, asset)
    if (record === undefined) return { failure: 'asset missing' }
    // Rewards are minted without raising the recorded native supply, so balances can exceed it.
    if (record.supply < value) return { failure: 'underflow' }
    writeDraft(draft.assets, asset, { ...record, supply: record.supply - value })
    return { output: {} }
  },
}
