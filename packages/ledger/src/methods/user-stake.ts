import { AddressReply, parseAddress } from '../address.ts'
import {
  callMethod,
  type LedgerCallOptions,
  type LedgerConnection,
  type LedgerMethod,
} from '../call-method.ts'
import { parseNodeId } from '../ids.ts'
import { Uint64 } from '../integers.ts'
import { object } from '../schema/object.ts'
import { Text } from '../schema/scalars.ts'
import type { ValueOf } from '../schema/schema.ts'

export const UserStakeParams = object({
  /** The address that delegated. */
  owner: Text,
  /** The node id of the validator. */
  nodeID: Text,
})
export type UserStakeParams = ValueOf<typeof UserStakeParams>

/** A delegation of a user to a validator. */
export const UserStakeResult = object({
  /** The height at which the stake becomes active. */
  stakeStartBlock: Uint64,
  /** The height at which the stake ends. */
  stakeEndBlock: Uint64,
  /** In the smallest unit of the native asset. */
  stakedAmount: Uint64,
  /** The address that receives the rewards. */
  rewardAddress: AddressReply,
  /** The address that staked and may withdraw. */
  ownerAddress: AddressReply,
})
export type UserStakeResult = ValueOf<typeof UserStakeResult>

export const userStakeMethod = {
  name: 'userStake' as const,
  params: UserStakeParams,
  result: UserStakeResult,
} satisfies LedgerMethod

/**
 * Reads the delegation of a user to a validator. It exists until it is undelegated.
 *
 * @throws LedgerError `invalid_argument` before the call when the owner is not an address of this network or
 *   the node id is invalid, `not_found` for a missing stake, and as every call.
 * @see ledger JSON-RPC interface, `userStake`
 */
export async function userStake(
  connection: LedgerConnection,
  params: UserStakeParams,
  options: LedgerCallOptions = {},
): Promise<UserStakeResult> {
  const owner = parseAddress(params.owner, connection.network.addressPrefix)
  const nodeID = parseNodeId(params.nodeID)
  return callMethod(connection, userStakeMethod, { ...options, params: { owner, nodeID } })
}
