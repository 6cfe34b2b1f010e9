import type { EmissionInfoResult } from '@parley/ledger'
import type { EmissionState } from '../emission/emission-state.ts'
import { BASE_APR_PERCENT, BASE_VALIDATORS, rewardsPerEpoch } from '../emission/rewards-per-epoch.ts'
import type { Chain } from './create-chain.ts'

/** The `emissionInfo` of a height. `state` is the emission at that height, see readEmission. */
export function readEmissionInfo(
  { genesis }: Chain,
  { height, state }: { height: number; state: EmissionState },
): EmissionInfoResult {
  return {
    currentBlockHeight: BigInt(height),
    totalSupply: state.totalSupply,
    maxSupply: state.maxSupply,
    totalStaked: state.totalStaked,
    rewardsPerEpoch: rewardsPerEpoch(state),
    emissionAccount: {
      address: genesis.emissionBalancer.emissionAddress,
      accumulatedReward: state.accountReward,
    },
    epochTracker: {
      baseAPR: Number(BASE_APR_PERCENT) / 100,
      baseValidators: BASE_VALIDATORS,
      epochLength: BigInt(state.epochLengthBlocks),
    },
  }
}
