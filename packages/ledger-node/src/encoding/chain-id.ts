import { sha256 } from '@noble/hashes/sha2.js'
import { type Genesis, stringifyJson } from '@parley/ledger'

/** The 32 bytes that identify a network in its transactions: SHA-256 of its genesis. */
export function chainIdOf(genesis: Genesis): Uint8Array {
  return sha256(new TextEncoder().encode(stringifyJson(genesis)))
}
