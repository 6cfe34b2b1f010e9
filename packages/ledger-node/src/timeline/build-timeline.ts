import type { Genesis } from '@parley/ledger'
import { NATIVE_ASSET } from '../constants.ts'
import type { Script } from '../script/script.ts'
import { type Builder, startBuilder } from './builder.ts'
import { executeBlock } from './execute-block.ts'
import type { Timeline } from './timeline.ts'

/**
 * Plays a whole script, including what lies in the future of any clock. The work grows with the script and
 * the stake events it causes, not with the heights they happen at.
 *
 * @throws InvalidNetworkError when a scripted transaction could not be in its block.
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

/** The next block in which something happens. An event whose block has passed is due in the next one. */
function nextHeight({ script, schedule, nextTransaction, height }: Builder): number | undefined {
  const transaction = script.transactions[nextTransaction]?.height
  const event = schedule[0] && Math.max(schedule[0].height, height + 1)
  if (transaction === undefined || event === undefined) return transaction ?? event
  return Math.min(transaction, event)
}
