import { z } from 'zod'
import { AddressReply, parseAddress } from '../address.ts'
import { type CallOptions, callMethod, type LedgerConnection, type LedgerMethod } from '../call-method.ts'
import { parseNodeId } from '../ids.ts'
import { Uint64 } from '../integers.ts'

export const UserStakeParams = z.object({ owner: z.string(), nodeID: z.string() })
export type UserStakeParams = z.infer<typeof UserStakeParams>

/** What a user delegated. Start and end are block heights, `stakedAmount` is in the smallest unit. */
export const UserStakeResult = z.object({
  stakeStartBlock: Uint64,
  stakeEndBlock: Uint64,
  stakedAmount: Uint64,
  rewardAddress: AddressReply,
  ownerAddress: AddressReply,
})
export type UserStakeResult = z.infer<typeof UserStakeResult>

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
