import { literal, Text, Uint8, type ValueOf } from '@parley/ledger'
import { joinBytes, textBytes } from '../encoding/write-bytes.ts'
import { closedObject } from '../schema/closed-object.ts'
import { writeDraft } from '../state/draft.ts'
import { type ActionKind, assetStateKey } from './action.ts'

const MAX_SYMBOL_BYTES = 8
const MAX_DECIMALS = 9
const MAX_METADATA_BYTES = 256

/** Creates an asset that the signer owns. Its supply is zero. */
export const CreateAsset = closedObject({
  type: literal('createAsset'),
  symbol: Text,
  decimals: Uint8,
  metadata: Text,
})
export type CreateAsset = ValueOf<typeof CreateAsset>

export const createAsset: ActionKind<CreateAsset> = {
  typeId: 1,
  computeUnits: 5n,
  encode: ({ symbol, decimals, metadata }) => joinBytes(textBytes(symbol), [decimals], textBytes(metadata)),
  stateKeys: (_action, { assetId }) => [assetStateKey(assetId())],
  execute: ({ symbol, decimals, metadata }, draft, { signer, assetId }) => {
    if (symbol === '') return { failure: 'symbol is empty' }
    if (Buffer.byteLength(symbol) > MAX_SYMBOL_BYTES) return { failure: 'symbol is too large' }
    if (decimals > MAX_DECIMALS) return { failure: 'decimal is too large' }
    if (metadata === '') return { failure: 'metadata is empty' }
    if (Buffer.byteLength(metadata) > MAX_METADATA_BYTES) return { failure: 'metadata is too large' }
    const id = assetId()
    writeDraft(draft.assets, id, { symbol, decimals, metadata, supply: 0n, owner: signer })
    return { output: { assetId: id } }
  },
}
