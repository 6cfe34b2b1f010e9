import { BASE_APR_PERCENT, BASE_VALIDATORS, rewardsPerEpoch } from '../../emission/rewards-per-epoch.ts'
import type { Answer } from '../answer.ts'

/** Reads height, supply, stake and the next epoch's rewards. */
export const answerEmissionInfo: Answer<'emissionInfo'> = ({ chain, height, emission }) => {
  const state = emission()
  return {
    result: {
      currentBlockHeight: BigInt(height),
      totalSupply: state.totalSupply,
      maxSupply: state.maxSupply,
      totalStaked: state.totalStaked,
      rewardsPerEpoch: rewardsPerEpoch(state),
      emissionAccount: {
        address: chain.genesis.emissionBalancer.emissionAddress,
        accumulatedReward: state.accountReward,
      },
      epochTracker: {
        baseAPR: Number(BASE_APR_PERCENT) / 100,
        baseValidators: BASE_VALIDATORS,
        epochLength: BigInt(state.epochLengthBlocks),
      },
    },
  }
}
