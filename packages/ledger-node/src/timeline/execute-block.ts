import type { Units } from '@parley/ledger'
import { distributeFees } from '../emission/distribute-fees.ts'
import { processStakeEvents } from '../emission/stake-events.ts'
import { withConsumed } from '../fees/unit-prices.ts'
import { InvalidNetworkError } from '../schema/invalid-network-error.ts'
import { splitBalanceKey } from '../state/ledger-tables.ts'
import { readLatest } from '../state/table.ts'
import { advanceBuilder, type Builder, mintUpTo } from './builder.ts'
import { executeTransaction } from './execute-transaction.ts'
import type { BalanceChange, ExecutedTransaction } from './timeline.ts'

/**
 * Executes the block at `height`: its transactions, the due stake events, the split of the fees, and the mint
 * when an epoch ends. Before that it advances from the last executed block.
 * @throws InvalidNetworkError when a block cannot contain a scripted transaction.
 */
export function executeBlock(builder: Builder, height: number): void {
  advanceBuilder(builder, height)
  const touched = new Set<string>()
  const transactions = executeTransactions(builder, { height, touched })

  const events = takeDue(builder, height)
  const processed = processStakeEvents(builder.emission, { events, height })
  const fees = transactions.reduce((sum, { fee }) => sum + fee, 0n)
  builder.emission = fees > 0n ? distributeFees(processed.state, fees) : processed.state
  const [epoch] = mintUpTo(builder, height, height - 1)

  builder.height = height
  builder.checkpoints.push({
    height,
    emission: builder.emission,
    transactions,
    stakeEvents: processed.happened,
    balanceChanges: readChanges(builder, touched),
    epoch,
  })
}

function executeTransactions(
  builder: Builder,
  { height, touched }: { height: number; touched: Set<string> },
): ExecutedTransaction[] {
  const { script, genesis } = builder
  const executed: ExecutedTransaction[] = []
  let consumed: Units = [0n, 0n, 0n, 0n, 0n]
  for (let index = builder.nextTransaction; script.transactions[index]?.height === height; index++) {
    const transaction = executeTransaction(builder, { height, index, touched })
    consumed = addUnits(consumed, transaction.units)
    const over = consumed.findIndex((count, dimension) => count > (genesis.maxBlockUnits[dimension] ?? 0n))
    if (over !== -1) {
      const reason = `brings block ${height} to ${consumed[over]} units, above genesis.maxBlockUnits[${over}]`
      throw new InvalidNetworkError(`script.transactions[${index}].height`, reason)
    }
    executed.push(transaction)
    builder.transactions.set(transaction.txId, transaction)
    builder.nextTransaction = index + 1
  }
  builder.prices = withConsumed(builder.prices, consumed)
  return executed
}

function addUnits(left: Units, right: Units): Units {
  return [left[0] + right[0], left[1] + right[1], left[2] + right[2], left[3] + right[3], left[4] + right[4]]
}

function takeDue({ schedule }: Builder, height: number) {
  const later = schedule.findIndex((event) => event.height > height)
  return schedule.splice(0, later === -1 ? schedule.length : later)
}

function readChanges({ tables }: Builder, touched: ReadonlySet<string>): BalanceChange[] {
  return [...touched].map((key) => ({
    ...splitBalanceKey(key),
    amount: readLatest(tables.balances, key) ?? 0n,
  }))
}
