import { parseNodeId } from '@parley/ledger'
import { userStakeKey } from '../../state/ledger-tables.ts'
import { readTable } from '../../state/table.ts'
import { isNodeId } from './is-node-id.ts'
import type { MethodHandler } from './method.ts'
import { readAddress } from './read-address.ts'

/** Reads the delegation of a user to a validator. */
export const handleUserStake: MethodHandler<'userStake'> = ({ chain, height }, { owner, nodeID = '' }) => {
  const reader = readAddress(owner)
  if ('error' in reader) return reader
  if (!nodeID.startsWith('NodeID-')) return { error: `ID: ${nodeID} is missing the prefix: NodeID-` }
  if (!isNodeId(nodeID)) return { error: 'invalid node id: base58 form or checksum is wrong' }
  const key = userStakeKey(reader.address, parseNodeId(nodeID))
  const stake = readTable(chain.timeline.tables.userStakes, key, height)
  if (stake === undefined) return { error: 'user stake not found' }
  return {
    result: {
      stakeStartBlock: BigInt(stake.stakeStartBlock),
      stakeEndBlock: BigInt(stake.stakeEndBlock),
      stakedAmount: stake.stakedAmount,
      rewardAddress: stake.rewardAddress,
      ownerAddress: reader.address,
    },
  }
}
