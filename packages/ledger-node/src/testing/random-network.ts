import type { Genesis } from '@parley/ledger'
import fc from 'fast-check'
import type { Action } from '../actions/kinds.ts'
import { NATIVE_ASSET, TOKEN } from '../rules/constants.ts'
import type { Script, ScriptedTransaction } from '../script/script.ts'
import { PEOPLE, pick, SMALL_GENESIS, smallScript, VALIDATOR_KEYS, VALIDATORS } from './small-network.ts'

/**
 * Random networks with a few dozen transactions of every kind: validators that leave and return, delegations
 * that are claimed and ended, and payments. Most are valid. Epochs are short, prices change, and the supply
 * often reaches its maximum. All transactions are before block 240.
 */
export const randomNetwork: fc.Arbitrary<{ genesis: Genesis; script: Script }> = fc
  .record({
    epochLengthBlocks: fc.integer({ min: 1, max: 12 }),
    room: fc.oneof(fc.bigInt(0n, 10n ** 6n), fc.bigInt(0n, 10n ** 14n), fc.constant(10n ** 18n)),
    target: fc.integer({ min: 100, max: 900 }),
    stories: fc.array(fc.oneof(validatorStory(), delegationStory(), delegationStory(), delegationStory()), {
      minLength: 1,
      maxLength: 12,
    }),
    payments: fc.array(payment(), { maxLength: 12 }),
  })
  .map(({ epochLengthBlocks, room, target, stories, payments }) => ({
    genesis: genesisWith(room, BigInt(target)),
    script: smallScript([...stories.flat(), ...payments], epochLengthBlocks),
  }))

function genesisWith(room: bigint, target: bigint): Genesis {
  const supply = SMALL_GENESIS.customAllocation.reduce((sum, { balance }) => sum + balance, 0n)
  return {
    ...SMALL_GENESIS,
    windowTargetUnits: [target, target, target, target, target],
    emissionBalancer: { ...SMALL_GENESIS.emissionBalancer, maxSupply: supply + room },
  }
}

/** Registers, claims when the stake has ended, withdraws, and registers again. */
function validatorStory(): fc.Arbitrary<ScriptedTransaction[]> {
  return fc
    .record({
      height: fc.integer({ min: 1, max: 40 }),
      who: fc.nat({ max: 1 }),
      wait: fc.integer({ min: -1, max: 10 }),
      length: fc.integer({ min: 19, max: 60 }),
      tokens: fc.bigInt(99n, 20_000_000n),
      fee: fc.bigInt(2n, 100n),
      pause: fc.integer({ min: 0, max: 30 }),
    })
    .map(({ height, who, wait, length, tokens, fee, pause }) => {
      const { nodeID } = pick(VALIDATORS, who)
      const signer = pick(VALIDATOR_KEYS, who)
      const register = (from: number): Action => ({
        type: 'registerValidatorStake',
        nodeID,
        stakeStartBlock: from,
        stakeEndBlock: from + length,
        stakedAmount: tokens * TOKEN + tokens,
        delegationFeeRate: fee,
        rewardAddress: signer,
      })
      const end = Math.max(0, height + wait) + length
      const by = (at: number, action: Action) => ({ height: at, signer, actions: [action] })
      return [
        by(height, register(Math.max(0, height + wait))),
        by(end + pause, { type: 'claimValidatorStakeRewards', nodeID }),
        by(end + pause + 1, { type: 'withdrawValidatorStake', nodeID, rewardAddress: pick(PEOPLE, who) }),
        by(end + pause + 10, register(end + pause + 12)),
      ]
    })
}

/** Delegates, claims twice, and undelegates when the delegation has ended. */
function delegationStory(): fc.Arbitrary<ScriptedTransaction[]> {
  return fc
    .record({
      height: fc.integer({ min: 5, max: 60 }),
      who: fc.nat({ max: 3 }),
      node: fc.nat({ max: 1 }),
      wait: fc.integer({ min: -1, max: 20 }),
      length: fc.integer({ min: 1, max: 60 }),
      tokens: fc.bigInt(24n, 9_000_000n),
      pauses: fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 40 }), fc.nat({ max: 60 })),
    })
    .map(({ height, who, node, wait, length, tokens, pauses }) => {
      const signer = pick(PEOPLE, who)
      const { nodeID } = pick(VALIDATORS, node)
      const start = height + wait
      const by = (at: number, ...actions: Action[]) => ({ height: at, signer, actions })
      const claim: Action = { type: 'claimDelegationStakeRewards', nodeID, userStakeAddress: signer }
      const delegate: Action = {
        type: 'delegateUserStake',
        nodeID,
        stakeStartBlock: start,
        stakeEndBlock: start + length,
        stakedAmount: tokens * TOKEN + tokens,
        rewardAddress: signer,
      }
      return [
        by(height, delegate),
        by(start + 1 + pauses[0], claim),
        by(start + 1 + pauses[1], claim),
        by(start + length + 1 + pauses[2], { type: 'undelegateUserStake', nodeID, rewardAddress: signer }),
      ]
    })
}

/** Transfers and burns, alone or together; some exceed the balance. */
function payment(): fc.Arbitrary<ScriptedTransaction> {
  const action = fc.record({
    isBurn: fc.boolean(),
    to: fc.nat({ max: 3 }),
    tokens: fc.bigInt(0n, 60_000_000n),
  })
  return fc
    .record({
      height: fc.integer({ min: 1, max: 160 }),
      who: fc.nat({ max: 3 }),
      actions: fc.array(action, { minLength: 1, maxLength: 3 }),
    })
    .map(({ height, who, actions }) => ({
      height,
      signer: pick(PEOPLE, who),
      actions: actions.map(({ isBurn, to, tokens }): Action => {
        const value = tokens + tokens * (tokens % 3n === 0n ? TOKEN : 1n)
        if (isBurn) return { type: 'burnAsset', asset: NATIVE_ASSET, value }
        return { type: 'transfer', to: pick(PEOPLE, to), asset: NATIVE_ASSET, value }
      }),
    }))
}
