import { AddressReply } from '../address.ts'
import { type CallOptions, callMethod, type LedgerConnection, type LedgerMethod } from '../call-method.ts'
import { DelegationFeePercentReply } from '../delegation-fee.ts'
import { parseNodeId } from '../ids.ts'
import { Uint64 } from '../integers.ts'
import { object } from '../schema/object.ts'
import { Text } from '../schema/scalars.ts'
import type { ValueOf } from '../schema/schema.ts'

export const ValidatorStakeParams = object({ nodeID: Text })
export type ValidatorStakeParams = ValueOf<typeof ValidatorStakeParams>

/**
 * What a validator registered. Start and end are block heights, `stakedAmount` is in the smallest unit,
 * `delegationFeeRate` is an integer of percent here and a fraction in the validator lists.
 */
export const ValidatorStakeResult = object({
  stakeStartBlock: Uint64,
  stakeEndBlock: Uint64,
  stakedAmount: Uint64,
  delegationFeeRate: DelegationFeePercentReply,
  rewardAddress: AddressReply,
  ownerAddress: AddressReply,
})
export type ValidatorStakeResult = ValueOf<typeof ValidatorStakeResult>

export const validatorStakeMethod = {
  name: 'validatorStake' as const,
  params: ValidatorStakeParams,
  result: ValidatorStakeResult,
} satisfies LedgerMethod

/**
 * Reads the stake a validator registered, until it is withdrawn.
 *
 * @throws LedgerError `invalid_argument` before the call when it is not a node id, `not_found` when that
 *   node has no stake, and as every call.
 * @see ledger JSON-RPC interface, `validatorStake`
 */
export async function validatorStake(
  connection: LedgerConnection,
  params: ValidatorStakeParams,
  options: CallOptions = {},
): Promise<ValidatorStakeResult> {
  const nodeID = parseNodeId(params.nodeID)
  return callMethod(connection, validatorStakeMethod, { ...options, params: { nodeID } })
}
