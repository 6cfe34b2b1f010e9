import { DelegationFeeFractionReply } from '../delegation-fee.ts'
import { NodeIdReply } from '../ids.ts'
import { Uint64 } from '../integers.ts'
import { converted, nullable } from '../schema/derived.ts'
import { list } from '../schema/list.ts'
import { object } from '../schema/object.ts'
import { Flag, Text } from '../schema/scalars.ts'
import type { ValueOf } from '../schema/schema.ts'

/** An entry of both validator lists. Amounts are in the smallest unit of the native asset. */
export const ValidatorEntry = object({
  /** Whether its stake is active at the newest height. */
  isActive: Flag,
  /** The node id, `NodeID-` and cb58 of 20 bytes. */
  nodeID: NodeIdReply,
  /** The compressed BLS12-381 public key, in base64. */
  publicKey: Text,
  /** Its own stake. */
  stakedAmount: Uint64,
  /** Unclaimed rewards of the validator's own stake. */
  accumulatedStakedReward: Uint64,
  /** A fraction, 0.5 for half; `validatorStake` shows percent. See `feePercentOf`. */
  delegationFeeRate: DelegationFeeFractionReply,
  /** The stake of its delegators. */
  delegatedAmount: Uint64,
  /** Unclaimed rewards of its delegators. */
  accumulatedDelegatedReward: Uint64,
})
export type ValidatorEntry = ValueOf<typeof ValidatorEntry>

/** A list of validators. */
export const ValidatorsResult = object({
  /** In no particular order; may be empty. */
  // A node without validators may send null.
  validators: converted(nullable(list(ValidatorEntry)), (entries) => entries ?? []),
})
export type ValidatorsResult = ValueOf<typeof ValidatorsResult>
