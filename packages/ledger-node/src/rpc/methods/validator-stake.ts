import type { DelegationFeePercent } from '@parley/ledger'
import { readTable } from '../../state/table.ts'
import { isNodeId } from './is-node-id.ts'
import { ARGUMENT_ERROR, type MethodHandler } from './method.ts'

/** Reads the registered stake of a validator. */
export const handleValidatorStake: MethodHandler<'validatorStake'> = ({ chain, height }, { nodeID }) => {
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
