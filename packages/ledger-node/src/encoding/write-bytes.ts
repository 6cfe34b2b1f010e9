import { decodeAddress, decodeId, decodeNodeId } from '@parley/ledger'
import { NATIVE_ASSET, NATIVE_ASSET_ID } from '../rules/constants.ts'

/** Encodes eight bytes, big-endian. */
export function uint64Bytes(value: bigint | number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}

/** Encodes a byte string with a length prefix of four bytes. */
export function prefixedBytes(content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4 + content.length)
  new DataView(bytes.buffer).setUint32(0, content.length)
  bytes.set(content, 4)
  return bytes
}

/** Encodes a text as UTF-8 with a length prefix of four bytes. */
export function textBytes(text: string): Uint8Array {
  return prefixedBytes(new TextEncoder().encode(text))
}

/** The 33 bytes of an address. */
export function addressBytes(address: string): Uint8Array {
  return decodeAddress(address).bytes
}

/** The 32 bytes of an asset id; zeros for the native asset. */
export function assetBytes(asset: string): Uint8Array {
  return decodeId(asset === NATIVE_ASSET ? NATIVE_ASSET_ID : asset, 'an asset id')
}

/** The 20 bytes of a node id after their length. */
export function nodeBytes(nodeID: string): Uint8Array {
  return prefixedBytes(decodeNodeId(nodeID))
}

/** Concatenates parts. */
export function joinBytes(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}
