import { AddressReply } from '../address.ts'
import {
  callMethod,
  type LedgerCallOptions,
  type LedgerConnection,
  type LedgerMethod,
} from '../call-method.ts'
import { DelegationFeePercentReply } from '../delegation-fee.ts'
import { parseNodeId } from '../ids.ts'
import { Uint64 } from '../integers.ts'
import { object } from '../schema/object.ts'
import { Text } from '../schema/scalars.ts'
import type { ValueOf } from '../schema/schema.ts'

export const ValidatorStakeParams = object({
  /** The node id, `NodeID-` and cb58 of 20 bytes. */
  nodeID: Text,
})
export type ValidatorStakeParams = ValueOf<typeof ValidatorStakeParams>

/** The stake that a validator registered. */
export const ValidatorStakeResult = object({
  /** The height at which the stake becomes active. */
  stakeStartBlock: Uint64,
  /** The height at which the stake ends. */
  stakeEndBlock: Uint64,
  /** In the smallest unit of the native asset. */
  stakedAmount: Uint64,
  /** In percent, an integer; the validator lists show a fraction. See `feeFractionOf`. */
  delegationFeeRate: DelegationFeePercentReply,
  /** The address that receives the rewards. */
  rewardAddress: AddressReply,
  /** The address that staked and may withdraw. */
  ownerAddress: AddressReply,
})
export type ValidatorStakeResult = ValueOf<typeof ValidatorStakeResult>

export const validatorStakeMethod = {
  name: 'validatorStake' as const,
  params: ValidatorStakeParams,
  result: ValidatorStakeResult,
} satisfies LedgerMethod

/**
 * Reads the stake that a validator registered. It exists until it is withdrawn.
 *
 * @throws LedgerError `invalid_argument` before the call when the node id is invalid, `not_found` when the
 *   node has no stake, and as every call.
 * @see ledger JSON-RPC interface, `validatorStake`
 */
export async function validatorStake(
  connection: LedgerConnection,
  params: ValidatorStakeParams,
  options: LedgerCallOptions = {},
): Promise<ValidatorStakeResult> {
  const nodeID = parseNodeId(params.nodeID)
  return callMethod(connection, validatorStakeMethod, { ...options, params: { nodeID } })
}
