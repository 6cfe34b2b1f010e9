import { CHAIN_NETWORK, encodeAddress, encodeId } from '@parley/ledger'

/** The names of the local network; its clients need no settings. */
export const NETWORK = CHAIN_NETWORK

export const BLOCK_INTERVAL_MS = 3000
/** One whole of the native asset in its smallest unit. */
export const TOKEN = 10n ** BigInt(NETWORK.nativeDecimals)

/** How the native asset is called wherever an asset is named. */
export const NATIVE_ASSET = NETWORK.nativeSymbol
/** The id that stands for the native asset where bytes are needed. */
export const NATIVE_ASSET_ID = encodeId(new Uint8Array(32))
/** Owner of what nobody owns. */
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
