import { sha256 } from '@noble/hashes/sha2.js'
import { type AssetId, decodeId, encodeId, parseAssetId, parseTxId, type TxId } from '@parley/ledger'
import { kindOf } from '../actions/kinds.ts'
import { addressBytes, joinBytes, uint64Bytes } from '../encoding/write-bytes.ts'
import { NETWORK } from '../rules/constants.ts'
import type { ScriptedTransaction } from '../script/script.ts'

/** The inputs of a transaction's signed form besides the script. */
export type TransactionPlace = Readonly<{
  chainId: Uint8Array
  /** The time of its block, in milliseconds since 1970. */
  blockTimeMs: number
  /** How long a transaction stays valid, in milliseconds. */
  validityWindowMs: number
  /** Its position in the script, so that equal transactions have different ids. */
  index: number
}>

// Public key and signature, by the type byte of the signer's address.
const AUTH_BYTES = [96, 97, 144]
const SYMBOLS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const MAX_FEE = 2n ** 64n - 1n

/**
 * Encodes a transaction in its signed form. Scripts hold no keys, so bytes derived from signer and position
 * replace public key and signature. Size, fee and id are realistic.
 */
export function encodeTransaction(transaction: ScriptedTransaction, place: TransactionPlace): Uint8Array {
  const actions = transaction.actions.map((action) => {
    const { typeId, encode } = kindOf(action)
    return joinBytes([typeId], encode(action))
  })
  const authType = authTypeOf(transaction)
  return joinBytes(
    uint64Bytes(expiry(place)),
    place.chainId,
    uint64Bytes(MAX_FEE),
    [actions.length],
    ...actions,
    [authType],
    authFiller(transaction, place.index, AUTH_BYTES[authType] ?? 0),
  )
}

/** The id of a transaction: cb58 of the SHA-256 of its bytes. */
export function transactionId(bytes: Uint8Array): TxId {
  return parseTxId(encodeId(sha256(bytes)))
}

/** The id of the asset that an action of a transaction creates. */
export function createdAssetId(txId: TxId, actionIndex: number): AssetId {
  return parseAssetId(encodeId(sha256(joinBytes(decodeId(txId, 'a transaction id'), [actionIndex]))))
}

/** How a transaction is signed, by its signer's address: 0 ed25519, 1 secp256r1, 2 BLS. */
export function authTypeOf({ signer }: ScriptedTransaction): number {
  // The type byte is in the first two symbols of five bits after prefix and separator.
  const [high = '', low = ''] = signer.slice(NETWORK.addressPrefix.length + 1)
  return (SYMBOLS.indexOf(high) << 3) | (SYMBOLS.indexOf(low) >> 2)
}

/** Whether an address has a type that can sign. */
export function canSign(authType: number): boolean {
  return authType < AUTH_BYTES.length
}

// The last whole second that the validity window allows.
function expiry({ blockTimeMs, validityWindowMs }: TransactionPlace): number {
  const last = blockTimeMs + validityWindowMs
  return last - (last % 1000)
}

function authFiller({ signer }: ScriptedTransaction, index: number, length: number): Uint8Array {
  const signerBytes = addressBytes(signer)
  const filler = new Uint8Array(length)
  for (let offset = 0; offset < length; offset += 32) {
    const block = sha256(joinBytes(signerBytes, uint64Bytes(index), uint64Bytes(offset)))
    filler.set(block.subarray(0, length - offset), offset)
  }
  return filler
}
