import { literal, MAX_UINT64, type ValueOf } from '@parley/ledger'
import { addressBytes, assetBytes, joinBytes, uint64Bytes } from '../encoding/write-bytes.ts'
import { NATIVE_ASSET } from '../rules/constants.ts'
import { closedObject } from '../schema/closed-object.ts'
import { AddressField, AmountField, AssetField } from '../schema/fields.ts'
import { addBalance, readDraft, writeDraft } from '../state/draft.ts'
import { type ActionKind, assetStateKey, balanceStateKey } from './action.ts'

/** Mints an amount of an asset that the signer owns, for an address. */
export const MintAsset = closedObject({
  type: literal('mintAsset'),
  to: AddressField,
  asset: AssetField,
  value: AmountField,
})
export type MintAsset = ValueOf<typeof MintAsset>

export const mintAsset: ActionKind<MintAsset> = {
  typeId: 2,
  computeUnits: 5n,
  encode: ({ to, asset, value }) => joinBytes(addressBytes(to), assetBytes(asset), uint64Bytes(value)),
  stateKeys: ({ to, asset }) => [assetStateKey(asset), balanceStateKey(to, asset)],
  execute: ({ to, asset, value }, draft, { signer }) => {
    if (asset === NATIVE_ASSET) return { failure: 'cannot mint native asset' }
    if (value === 0n) return { failure: 'value is zero' }
    const record = readDraft(draft.assets, asset)
    if (record === undefined) return { failure: 'asset missing' }
    if (record.owner !== signer) return { failure: 'wrong owner' }
    const supply = record.supply + value
    if (supply > MAX_UINT64) return { failure: 'overflow' }
    writeDraft(draft.assets, asset, { ...record, supply })
    const failure = addBalance(draft, { address: to, asset, amount: value })
    return failure === undefined ? { output: {} } : { failure }
  },
}
