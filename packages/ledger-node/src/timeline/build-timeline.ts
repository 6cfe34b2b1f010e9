import type { Genesis } from '@parley/ledger'
import { NATIVE_ASSET } from '../rules/constants.ts'
import type { Script } from '../script/script.ts'
import { type Builder, startBuilder } from './builder.ts'
import { executeBlock } from './execute-block.ts'
import type { Timeline } from './timeline.ts'

/**
 * Executes a whole script, also the part in the future. The work grows with the script and its stake events, not with
 * their heights.
 *
 * @throws InvalidNetworkError when a block cannot contain a scripted transaction.
 */
export function buildTimeline(genesis: Genesis, script: Script, chainId: Uint8Array): Timeline {
  const builder = startBuilder(genesis, script, chainId)
  const { emission, tables, checkpoints, transactions } = builder
  checkpoints.push({
    height: 0,
    emission,
    transactions: [],
    stakeEvents: [],
    balanceChanges: genesis.customAllocation.map(({ address, balance }) => ({
      address,
      asset: NATIVE_ASSET,
      amount: balance,
    })),
    epoch: undefined,
  })
  for (let height = nextHeight(builder); height !== undefined; height = nextHeight(builder)) {
    executeBlock(builder, height)
  }
  return { tables, checkpoints, transactions }
}

/** The next block with an event. An event whose block has passed is due in the next block. */
function nextHeight({ script, schedule, nextTransaction, height }: Builder): number | undefined {
  const transaction = script.transactions[nextTransaction]?.height
  const event = schedule[0] && Math.max(schedule[0].height, height + 1)
  if (transaction === undefined || event === undefined) return transaction ?? event
  return Math.min(transaction, event)
}
