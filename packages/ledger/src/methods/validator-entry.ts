import { z } from 'zod'
import { DelegationFeeFractionReply } from '../delegation-fee.ts'
import { NodeIdReply } from '../ids.ts'
import { Uint64 } from '../integers.ts'

/**
 * One line of both validator lists. Amounts are in the smallest unit; `publicKey` is base64 of a compressed
 * BLS12-381 key; `delegationFeeRate` is a fraction here and an integer of percent in `validatorStake`.
 */
export const ValidatorEntry = z.object({
  isActive: z.boolean(),
  nodeID: NodeIdReply,
  publicKey: z.string(),
  stakedAmount: Uint64,
  accumulatedStakedReward: Uint64,
  delegationFeeRate: DelegationFeeFractionReply,
  delegatedAmount: Uint64,
  accumulatedDelegatedReward: Uint64,
})
export type ValidatorEntry = z.infer<typeof ValidatorEntry>

// A node without validators may say null.
export const ValidatorsResult = z.object({
  validators: z
    .array(ValidatorEntry)
    .nullable()
    .transform((entries) => entries ?? []),
})
export type ValidatorsResult = z.infer<typeof ValidatorsResult>
