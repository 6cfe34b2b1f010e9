import { LedgerError } from './ledger-error.ts'

/** The names a network uses. Everything else about it is the same everywhere. */
export type LedgerNetwork = Readonly<{
  /** Where the node listens, below its base address. */
  path: string
  /** What stands before every method name, the dot included. */
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

// An address has 54 characters after its separator and prefix start, and bech32 ends at 90.
const MAX_ADDRESS_PREFIX_LENGTH = 30

/**
 * Describes a network that uses other names than CHAIN_NETWORK.
 *
 * @throws LedgerError `invalid_argument` naming the setting that cannot be.
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
