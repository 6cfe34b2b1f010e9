import { DelegationFeeFractionReply } from '../delegation-fee.ts'
import { NodeIdReply } from '../ids.ts'
import { Uint64 } from '../integers.ts'
import { converted, nullable } from '../schema/derived.ts'
import { list } from '../schema/list.ts'
import { object } from '../schema/object.ts'
import { Flag, Text } from '../schema/scalars.ts'
import type { ValueOf } from '../schema/schema.ts'

/**
 * One line of both validator lists. Amounts are in the smallest unit; `publicKey` is base64 of a compressed
 * BLS12-381 key; `delegationFeeRate` is a fraction here and an integer of percent in `validatorStake`.
 */
export const ValidatorEntry = object({
  isActive: Flag,
  nodeID: NodeIdReply,
  publicKey: Text,
  stakedAmount: Uint64,
  accumulatedStakedReward: Uint64,
  delegationFeeRate: DelegationFeeFractionReply,
  delegatedAmount: Uint64,
  accumulatedDelegatedReward: Uint64,
})
export type ValidatorEntry = ValueOf<typeof ValidatorEntry>

// A node without validators may say null.
export const ValidatorsResult = object({
  validators: converted(nullable(list(ValidatorEntry)), (entries) => entries ?? []),
})
export type ValidatorsResult = ValueOf<typeof ValidatorsResult>
