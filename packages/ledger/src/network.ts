import { LedgerError } from './ledger-error.ts'

/** The names that a network uses. */
export type LedgerNetwork = Readonly<{
  /** The path of the interface below the node's base address. */
  path: string
  /** The prefix of every method name, with its dot. */
  methodPrefix: string
  /** The human-readable part of every address, in lower case. */
  addressPrefix: string
  nativeSymbol: string
  nativeDecimals: number
}>

export const CHAIN_NETWORK: LedgerNetwork = {
  path: '/chainapi',
  methodPrefix: 'chainvm.',
  addressPrefix: 'chain',
  nativeSymbol: 'CHN',
  nativeDecimals: 9,
}

// Bech32 allows 90 characters: the prefix, a separator, 53 symbols of data and 6 of checksum.
const MAX_ADDRESS_PREFIX_LENGTH = 30

/**
 * Describes a network with other names than CHAIN_NETWORK; missing names are those of CHAIN_NETWORK.
 *
 * @throws LedgerError `invalid_argument` naming the invalid setting.
 */
export function defineNetwork(names: Partial<LedgerNetwork>): LedgerNetwork {
  const network = { ...CHAIN_NETWORK, ...names }
  refuseUnless(network.path.startsWith('/'), 'path must start with a slash')
  refuseUnless(/^[^.\s]+\.$/.test(network.methodPrefix), 'methodPrefix must be a word and a dot')
  refuseUnless(
    /^[a-z0-9]+$/.test(network.addressPrefix) && network.addressPrefix.length <= MAX_ADDRESS_PREFIX_LENGTH,
    `addressPrefix must be 1 to ${MAX_ADDRESS_PREFIX_LENGTH} lower-case letters or digits`,
  )
  refuseUnless(network.nativeSymbol.trim() !== '', 'nativeSymbol must not be empty')
  refuseUnless(
    Number.isInteger(network.nativeDecimals) && network.nativeDecimals >= 0 && network.nativeDecimals <= 255,
    'nativeDecimals must be an integer from 0 to 255',
  )
  return network
}

function refuseUnless(holds: boolean, rule: string): void {
  if (!holds) throw new LedgerError('invalid_argument', `This cannot be a ledger network: ${rule}.`)
}
