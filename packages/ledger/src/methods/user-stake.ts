import { AddressReply, parseAddress } from '../address.ts'
import { type CallOptions, callMethod, type LedgerConnection, type LedgerMethod } from '../call-method.ts'
import { parseNodeId } from '../ids.ts'
import { Uint64 } from '../integers.ts'
import { object } from '../schema/object.ts'
import { Text } from '../schema/scalars.ts'
import type { ValueOf } from '../schema/schema.ts'

export const UserStakeParams = object({ owner: Text, nodeID: Text })
export type UserStakeParams = ValueOf<typeof UserStakeParams>

/** What a user delegated. Start and end are block heights, `stakedAmount` is in the smallest unit. */
export const UserStakeResult = object({
  stakeStartBlock: Uint64,
  stakeEndBlock: Uint64,
  stakedAmount: Uint64,
  rewardAddress: AddressReply,
  ownerAddress: AddressReply,
})
export type UserStakeResult = ValueOf<typeof UserStakeResult>

export const userStakeMethod = {
  name: 'userStake' as const,
  params: UserStakeParams,
  result: UserStakeResult,
} satisfies LedgerMethod

/**
 * Reads what a user delegated to a validator, until it is undelegated.
 *
 * @throws LedgerError `invalid_argument` before the call when the owner is no address of this network or
 *   the node id is not one, `not_found` when there is no such stake, and as every call.
 * @see ledger JSON-RPC interface, `userStake`
 */
export async function userStake(
  connection: LedgerConnection,
  params: UserStakeParams,
  options: CallOptions = {},
): Promise<UserStakeResult> {
  const owner = parseAddress(params.owner, connection.network.addressPrefix)
  const nodeID = parseNodeId(params.nodeID)
  return callMethod(connection, userStakeMethod, { ...options, params: { owner, nodeID } })
}
