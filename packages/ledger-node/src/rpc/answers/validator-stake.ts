import type { DelegationFeePercent } from '@parley/ledger'
import { readTable } from '../../state/table.ts'
import { type Answer, ARGUMENT_ERROR } from '../answer.ts'
import { isNodeId } from './is-node-id.ts'

/** Reads what a validator registered. */
export const answerValidatorStake: Answer<'validatorStake'> = ({ chain, height }, { nodeID }) => {
  if (nodeID !== undefined && !isNodeId(nodeID)) return { error: ARGUMENT_ERROR }
  const stake = readTable(chain.timeline.tables.validatorStakes, nodeID ?? '', height)
  if (stake === undefined) return { error: 'validator stake not found' }
  const { stakedAmount, rewardAddress, ownerAddress } = stake
  return {
    result: {
      stakeStartBlock: BigInt(stake.stakeStartBlock),
      stakeEndBlock: BigInt(stake.stakeEndBlock),
      stakedAmount,
      delegationFeeRate: Number(stake.feePercent) as DelegationFeePercent, // a whole percentage by registration
      rewardAddress,
      ownerAddress,
    },
  }
}
