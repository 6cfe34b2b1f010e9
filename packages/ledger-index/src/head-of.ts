import type { LedgerHead } from '@parley/db'
import type { EmissionInfoResult } from '@parley/ledger'

type Rest = Pick<LedgerHead, 'identity' | 'firstHeight' | 'blockTime' | 'indexedAt'>

/** Builds the head of a network from the result of `emissionInfo`. */
export function headOf(info: EmissionInfoResult, rest: Rest): LedgerHead {
  return {
    ...rest,
    height: info.currentBlockHeight,
    totalSupply: info.totalSupply,
    maxSupply: info.maxSupply,
    totalStaked: info.totalStaked,
    rewardsPerEpoch: info.rewardsPerEpoch,
    emissionAddress: info.emissionAccount.address,
    emissionReward: info.emissionAccount.accumulatedReward,
    baseApr: info.epochTracker.baseAPR,
    epochLength: info.epochTracker.epochLength,
  }
}
