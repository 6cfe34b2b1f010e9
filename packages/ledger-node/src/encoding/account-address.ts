import { sha256 } from '@noble/hashes/sha2.js'
import { type Address, encodeAddress } from '@parley/ledger'
import { NETWORK } from '../rules/constants.ts'
import { joinBytes } from './write-bytes.ts'

const ED25519_ADDRESS_TYPE = 0

/** The address of a named account of the local network. It has no private key, because scripts are not signed. */
export function accountAddress(name: string): Address {
  const key = sha256(new TextEncoder().encode(`local ledger network account: ${name}`))
  return encodeAddress(joinBytes([ED25519_ADDRESS_TYPE], sha256(key)), NETWORK.addressPrefix)
}
