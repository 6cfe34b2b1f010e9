import type { Address, NodeId } from '@parley/ledger'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chainIdOf } from '../encoding/chain-id.ts'
import { createChain, readBlocks, readEmission } from '../index.ts'
import { NATIVE_ASSET } from '../rules/constants.ts'
import { readTable } from '../state/table.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { START } from '../testing/small-network.ts'
import { type Builder, startBuilder } from './builder.ts'
import { executeBlock } from './execute-block.ts'

const END = 240

/** Executes every block one after the other, including empty ones. */
function replay(network: Parameters<typeof createChain>[0]): Builder {
  const { genesis, script } = network
  const builder = startBuilder(genesis, script, chainIdOf(genesis))
  for (let height = 1; height <= END; height++) executeBlock(builder, height)
  return builder
}

describe('any network', () => {
  test('skipping empty blocks gives the same state as executing every block', () => {
    fc.assert(
      fc.property(randomNetwork, (network) => {
        const chain = createChain(network)
        const builder = replay(network)
        expect([...chain.timeline.transactions.values()]).toEqual([...builder.transactions.values()])
        expect(chain.timeline.tables).toEqual(builder.tables)
        for (const { height, emission } of builder.checkpoints) {
          expect(readEmission(chain, height)).toEqual(emission)
        }
      }),
      { numRuns: 100, plugins: [fc.interruptAfterTimeLimit(30_000)] },
    )
  })

  test('blocks contain every change', () => {
    fc.assert(
      fc.property(randomNetwork, fc.nat({ max: END }), (network, from) => {
        const chain = createChain({ ...network, now: () => START + END * 3000 })
        const builder = replay(network)
        const blocks = [...readBlocks(chain, from, END + 50)]
        expect(blocks.map(({ height }) => height)).toEqual(
          Array.from({ length: END - from + 1 }, (_, index) => from + index),
        )
        for (const block of blocks.filter(({ height }) => height > 0)) {
          const executed = builder.checkpoints[block.height - 1]
          expect(block.emission).toEqual(executed?.emission)
          expect(block.transactions).toEqual(executed?.transactions)
          expect(block.stakeEvents).toEqual(executed?.stakeEvents)
          expect(block.balanceChanges).toEqual(executed?.balanceChanges)
          expect(block.epoch?.minted).toEqual(executed?.epoch?.minted)
          expect(block.epoch?.number).toEqual(executed?.epoch?.firstEpoch)
        }
        expect(new Set(blocks.map(({ readId }) => readId())).size).toBe(blocks.length)
      }),
      { numRuns: 30, plugins: [fc.interruptAfterTimeLimit(30_000)] },
    )
  })

  test('a delegation is paid its part of every epoch that ended while it was active', () => {
    let paid = 0
    fc.assert(
      fc.property(randomNetwork, (network) => {
        const builder = replay(network)
        for (const { claim, reward, height } of claimsOf(builder)) {
          const earned = earnedByEpochs(builder, { ...claim, height })
          expect(reward <= earned).toBe(true)
          // Claims of one block share a pool, which earlier claims may have emptied.
          const pool = builder.checkpoints[height - 2]?.emission.validators.get(claim.nodeID)
          const asked = claimsOf(builder)
            .filter((other) => other.height === height)
            .reduce((sum, other) => sum + earnedByEpochs(builder, { ...other.claim, height }), 0n)
          if ((pool?.accumulatedDelegatedReward ?? 0n) < asked) continue
          expect(reward).toBe(earned)
          if (reward > 0n) paid++
        }
      }),
      { numRuns: 100, plugins: [fc.interruptAfterTimeLimit(30_000)] },
    )
    expect(paid).toBeGreaterThan(10)
  })

  test('only emission changes the total of all amounts, and no balance is negative', () => {
    const succeeded = new Set<string>()
    const failed = new Set<string>()
    fc.assert(
      fc.property(randomNetwork, (network) => {
        const chain = createChain(network)
        const { tables, transactions } = chain.timeline
        for (const height of [0, 1, 7, 40, 80, 120, 160, END]) {
          const emission = readEmission(chain, height)
          expect(accountedFor(chain, height)).toBe(emission.totalSupply)
          expect(emission.totalSupply <= emission.maxSupply).toBe(true)
        }
        for (const versions of tables.balances.values()) {
          for (const { value } of versions) expect(value === undefined || value > 0n).toBe(true)
        }
        for (const { success, actions } of transactions.values()) {
          for (const { type } of actions) (success ? succeeded : failed).add(type)
        }
      }),
      { numRuns: 100, plugins: [fc.interruptAfterTimeLimit(30_000)] },
    )
    // The generator is useful only if it creates successes and failures of every kind.
    expect(succeeded.size).toBe(8)
    expect(failed).toEqual(succeeded)
  })
})

/** The whole native amount at a height: held, staked, owed, set aside, burned and undistributed. */
function accountedFor(chain: ReturnType<typeof createChain>, height: number): bigint {
  const { tables } = chain.timeline
  const emission = readEmission(chain, height)
  let sum = emission.accountReward + emission.lostAmount
  for (const key of tables.balances.keys()) sum += readTable(tables.balances, key, height) ?? 0n
  for (const key of tables.validatorStakes.keys()) {
    sum += readTable(tables.validatorStakes, key, height)?.stakedAmount ?? 0n
  }
  for (const key of tables.userStakes.keys()) {
    sum += readTable(tables.userStakes, key, height)?.stakedAmount ?? 0n
  }
  for (const validator of emission.validators.values()) {
    sum += validator.accumulatedStakedReward + validator.accumulatedDelegatedReward
  }
  const allotted = chain.genesis.customAllocation.reduce((total, { balance }) => total + balance, 0n)
  return sum + allotted - (readTable(tables.assets, NATIVE_ASSET, height)?.supply ?? 0n)
}

type Claim = { owner: Address; nodeID: NodeId }

/** Every claim and undelegation that succeeded. */
function claimsOf({ transactions }: Builder): { claim: Claim; reward: bigint; height: number }[] {
  return [...transactions.values()].flatMap(({ actions, outputs, signer, height }) =>
    actions.flatMap((action, index) => {
      const reward = outputs[index]?.rewardAmount
      const isClaim = action.type === 'claimDelegationStakeRewards' || action.type === 'undelegateUserStake'
      if (!isClaim || reward === undefined) return []
      return [{ claim: { owner: signer, nodeID: action.nodeID }, reward, height }]
    }),
  )
}

/** What a delegation earned before a block, epoch by epoch, from what was minted and booked in each. */
function earnedByEpochs(builder: Builder, { owner, nodeID, height }: Claim & { height: number }): bigint {
  const delegationAt = (block: number) =>
    builder.checkpoints[block - 1]?.emission.validators.get(nodeID)?.delegations.get(owner)
  const delegation = delegationAt(height - 1)
  let sum = 0n
  for (let block = delegation?.startBlock ?? height; block < height; block++) {
    const epoch = builder.checkpoints[block - 1]?.epoch
    const share = epoch?.shares.find((candidate) => candidate.nodeID === nodeID)
    if (share === undefined || !delegationAt(block)?.isActive) continue
    const reward = share.delegated + (epoch?.bookedFees.get(nodeID) ?? 0n)
    sum += (reward * (delegation?.stakedAmount ?? 0n)) / share.delegatedAmount
  }
  return sum
}
