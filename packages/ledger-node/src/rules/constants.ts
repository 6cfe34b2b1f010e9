import { CHAIN_NETWORK, encodeAddress, encodeId } from '@parley/ledger'

/** The names of the local network, which are the defaults of a client. */
export const NETWORK = CHAIN_NETWORK

export const BLOCK_INTERVAL_MS = 3000
/** One whole unit of the native asset, in its smallest unit. */
export const TOKEN = 10n ** BigInt(NETWORK.nativeDecimals)

/** The name of the native asset. */
export const NATIVE_ASSET = NETWORK.nativeSymbol
/** The id of the native asset in byte encodings. */
export const NATIVE_ASSET_ID = encodeId(new Uint8Array(32))
/** The owner that replies show for the native asset, which has none. */
export const ZERO_ADDRESS = encodeAddress(new Uint8Array(33), NETWORK.addressPrefix)

/** Limits of staking, in smallest units, percent and blocks. */
export const STAKING = {
  minValidatorStake: 100n * TOKEN,
  maxValidatorStake: 100_000_000n * TOKEN,
  minDelegatedStake: 25n * TOKEN,
  minFeePercent: 2n,
  maxFeePercent: 100n,
  minDurationBlocks: 20,
  maxDurationBlocks: 10_483_200,
} as const
