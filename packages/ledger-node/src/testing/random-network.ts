import type { Genesis } from '@parley/ledger'
import fc from 'fast-check'
import type { Action } from '../actions/kinds.ts'
import { NATIVE_ASSET, TOKEN } from '../constants.ts'
import type { Script, ScriptedTransaction } from '../script/script.ts'
import { PEOPLE, pick, SMALL_GENESIS, smallScript, VALIDATOR_KEYS, VALIDATORS } from './small-network.ts'

const LAST_HEIGHT = 160
const height = fc.integer({ min: 1, max: LAST_HEIGHT })
const index = fc.nat({ max: 1000 })

/**
 * Networks of a few dozen transactions of every kind, most of them sensible: short epochs, prices that move,
 * and often a maximum supply that is reached.
 */
export const randomNetwork: fc.Arbitrary<{ genesis: Genesis; script: Script }> = fc
  .record({
    epochLengthBlocks: fc.integer({ min: 1, max: 12 }),
    room: fc.oneof(fc.bigInt(0n, 10n ** 6n), fc.bigInt(0n, 10n ** 14n), fc.constant(10n ** 18n)),
    target: fc.integer({ min: 100, max: 900 }),
    registrations: fc.array(registration(), { minLength: 1, maxLength: 6 }),
    others: fc.array(otherTransaction(), { maxLength: 40 }),
  })
  .map(({ epochLengthBlocks, room, target, registrations, others }) => ({
    genesis: genesisWith(room, BigInt(target)),
    script: smallScript([...registrations, ...others], epochLengthBlocks),
  }))

function genesisWith(room: bigint, target: bigint): Genesis {
  const supply = SMALL_GENESIS.customAllocation.reduce((sum, { balance }) => sum + balance, 0n)
  return {
    ...SMALL_GENESIS,
    windowTargetUnits: [target, target, target, target, target],
    emissionBalancer: { ...SMALL_GENESIS.emissionBalancer, maxSupply: supply + room },
  }
}

function registration(): fc.Arbitrary<ScriptedTransaction> {
  return fc
    .record({
      height: fc.integer({ min: 1, max: 60 }),
      who: index,
      wait: fc.integer({ min: -1, max: 20 }),
      length: fc.integer({ min: 20, max: 70 }),
      tokens: fc.bigInt(100n, 20_000_000n),
      fee: fc.bigInt(2n, 100n),
    })
    .map(({ height: at, who, wait, length, tokens, fee }) => ({
      height: at,
      signer: pick(VALIDATOR_KEYS, who),
      actions: [
        {
          type: 'registerValidatorStake',
          nodeID: pick(VALIDATORS, who).nodeID,
          stakeStartBlock: Math.max(0, at + wait),
          stakeEndBlock: Math.max(0, at + wait) + length,
          stakedAmount: tokens * TOKEN + tokens,
          delegationFeeRate: fee,
          rewardAddress: pick(VALIDATOR_KEYS, who),
        },
      ],
    }))
}

function otherTransaction(): fc.Arbitrary<ScriptedTransaction> {
  return fc
    .record({
      height,
      who: index,
      isValidator: fc.boolean(),
      actions: fc.array(otherAction(), { minLength: 1, maxLength: 3 }),
    })
    .map(({ height: at, who, isValidator, actions }) => ({
      height: at,
      signer: pick(isValidator ? VALIDATOR_KEYS : PEOPLE, who),
      actions: actions.map((make) => make({ at, who, isValidator })),
    }))
}

type MakeAction = (context: { at: number; who: number; isValidator: boolean }) => Action

function otherAction(): fc.Arbitrary<MakeAction> {
  const kinds = fc.constantFrom(
    'transfer',
    'burn',
    'delegate',
    'undelegate',
    'withdraw',
    'claimValidator',
    'claimDelegation',
  )
  return fc
    .record({
      kind: kinds,
      other: index,
      wait: fc.integer({ min: -1, max: 30 }),
      length: fc.integer({ min: 1, max: 60 }),
      amount: fc.bigInt(0n, 9_000_000n),
    })
    .map((choice) => (context) => makeAction(choice, context))
}

type Choice = { kind: string; other: number; wait: number; length: number; amount: bigint }

function makeAction(
  { kind, other, wait, length, amount }: Choice,
  context: Parameters<MakeAction>[0],
): Action {
  const { at, who, isValidator } = context
  const value = amount * TOKEN + amount
  const self = pick(isValidator ? VALIDATOR_KEYS : PEOPLE, who)
  const { nodeID } = pick(VALIDATORS, isValidator ? who : other)
  const rewardAddress = other % 3 === 0 ? pick(PEOPLE, other) : self
  if (kind === 'burn') return { type: 'burnAsset', asset: NATIVE_ASSET, value }
  if (kind === 'withdraw') return { type: 'withdrawValidatorStake', nodeID, rewardAddress }
  if (kind === 'claimValidator') return { type: 'claimValidatorStakeRewards', nodeID }
  if (kind === 'undelegate') return { type: 'undelegateUserStake', nodeID, rewardAddress }
  if (kind === 'claimDelegation')
    return { type: 'claimDelegationStakeRewards', nodeID, userStakeAddress: self }
  if (kind === 'transfer') return { type: 'transfer', to: pick(PEOPLE, other), asset: NATIVE_ASSET, value }
  const stakeStartBlock = Math.max(0, at + wait)
  return {
    type: 'delegateUserStake',
    nodeID,
    stakeStartBlock,
    stakeEndBlock: stakeStartBlock + length,
    stakedAmount: value,
    rewardAddress,
  }
}
