import type { JsonValue } from '@parley/domain'
import type { Action, ActionOutput, ExecutedTransaction } from '@parley/ledger-node'

/** An action of any kind in a common form. Amounts are in the smallest unit, as text. */
export type KeptAction = {
  readonly type: string
  readonly recipient: string | null
  readonly asset: string | null
  readonly amount: string | null
  /** The reward that a withdrawal or a claim paid, besides the stake. */
  readonly reward: string | null
  readonly nodeId: string | null
}

/** The actions of a transaction, in order. */
export function rowsOfActions({
  actions,
  outputs,
}: Pick<ExecutedTransaction, 'actions' | 'outputs'>): JsonValue {
  return actions.map((action, index) => ({ ...keptAction(action, outputs[index] ?? {}) }))
}

function keptAction(action: Action, output: ActionOutput): KeptAction {
  const asset = 'asset' in action ? action.asset : (output.assetId ?? null)
  const amount = amountOf(action) ?? output.stakedAmount
  return {
    type: action.type,
    recipient: recipientOf(action),
    asset,
    amount: amount === undefined ? null : String(amount),
    reward: output.rewardAmount === undefined ? null : String(output.rewardAmount),
    nodeId: 'nodeID' in action ? action.nodeID : null,
  }
}

function amountOf(action: Action): bigint | undefined {
  if ('value' in action) return action.value
  return 'stakedAmount' in action ? action.stakedAmount : undefined
}

function recipientOf(action: Action): string | null {
  if ('to' in action) return action.to
  if ('userStakeAddress' in action) return action.userStakeAddress
  return 'rewardAddress' in action ? action.rewardAddress : null
}
