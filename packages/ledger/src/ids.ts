import { decodeCb58, encodeCb58 } from './cb58.ts'
import { LedgerError } from './ledger-error.ts'
import type { LedgerNetwork } from './network.ts'
import { quote } from './quote.ts'
import { parsedText } from './schema/parsed-text.ts'

declare const idBrand: unique symbol

/** A transaction's id: cb58 of the SHA-256 of its signed bytes. */
export type TxId = string & { readonly [idBrand]: 'tx' }
/** The id of an asset that a user created: cb58 of 32 bytes. */
export type AssetId = string & { readonly [idBrand]: 'asset' }
/** A node's id: `NodeID-` and cb58 of 20 bytes. */
export type NodeId = string & { readonly [idBrand]: 'node' }

const ID_BYTES = 32
const NODE_ID_BYTES = 20
const NODE_ID_PREFIX = 'NodeID-'

/**
 * Checks a transaction id without a call.
 *
 * @throws LedgerError `invalid_argument` when the form or the checksum is wrong.
 */
export function parseTxId(text: string): TxId {
  decodeId(text, 'a transaction id')
  return text as TxId // creates the brand
}

/**
 * Checks the id of a user-created asset without a call.
 *
 * @throws LedgerError `invalid_argument` when the form or the checksum is wrong.
 */
export function parseAssetId(text: string): AssetId {
  decodeId(text, 'an asset id')
  return text as AssetId // creates the brand
}

/**
 * Checks the name of an asset in a call: the network's native symbol, in any letter case, or an asset id.
 *
 * @throws LedgerError `invalid_argument` when it is neither.
 */
export function parseAsset(text: string, network: LedgerNetwork): AssetId | string {
  if (text.toLowerCase() === network.nativeSymbol.toLowerCase()) return network.nativeSymbol
  return parseAssetId(text)
}

/**
 * Checks a node id without a call.
 *
 * @throws LedgerError `invalid_argument` when the prefix, the form or the checksum is wrong.
 */
export function parseNodeId(text: string): NodeId {
  decodeNodeId(text)
  return text as NodeId // creates the brand
}

/** The 32 bytes of a transaction, asset or block id. The error calls the value `what`. */
export function decodeId(text: string, what: string): Uint8Array {
  const bytes = decodeCb58(text, ID_BYTES)
  if (bytes === undefined) throw invalid(text, what)
  return bytes
}

/** Encodes 32 bytes as an id. */
export function encodeId(bytes: Uint8Array): string {
  return encodeCb58(bytes)
}

/**
 * The 20 bytes of a node id.
 *
 * @throws LedgerError `invalid_argument` as parseNodeId does.
 */
export function decodeNodeId(text: string): Uint8Array {
  const bytes = text.startsWith(NODE_ID_PREFIX)
    ? decodeCb58(text.slice(NODE_ID_PREFIX.length), NODE_ID_BYTES)
    : undefined
  if (bytes === undefined) throw invalid(text, `a node id (${NODE_ID_PREFIX}…)`)
  return bytes
}

/** Encodes 20 bytes as a node id. */
export function encodeNodeId(bytes: Uint8Array): NodeId {
  return (NODE_ID_PREFIX + encodeCb58(bytes)) as NodeId // creates the brand
}

/** A node id in a node's reply. */
export const NodeIdReply = parsedText('a node id', parseNodeId)

function invalid(text: string, what: string): LedgerError {
  const reason = 'its form or its checksum is wrong'
  return new LedgerError('invalid_argument', `${quote(text)} is not ${what}: ${reason}.`)
}
