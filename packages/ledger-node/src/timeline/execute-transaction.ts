import type { TxId, Units } from '@parley/ledger'
import type { ActionContext, ActionOutput } from '../actions/action.ts'
import { kindOf } from '../actions/kinds.ts'
import { blockTimeMs } from '../rules/block-time.ts'
import { NATIVE_ASSET } from '../rules/constants.ts'
import { InvalidNetworkError } from '../schema/invalid-network-error.ts'
import type { ScriptedTransaction } from '../script/script.ts'
import { commitDraft, createDraft, type Draft, takeBalance } from '../state/draft.ts'
import {
  authTypeOf,
  canSign,
  createdAssetId,
  encodeTransaction,
  transactionId,
} from '../transaction/encode-transaction.ts'
import { feeOf, transactionUnits } from '../transaction/transaction-units.ts'
import { type Builder, scheduleEvents } from './builder.ts'
import type { ExecutedTransaction } from './timeline.ts'

type Place = { height: number; index: number; touched: Set<string> }
type Prepared = { txId: TxId; units: Units; fee: bigint; timestampMs: number }

/**
 * Executes a transaction of the script: charges the fee, then runs all of its actions or none. Adds the keys
 * of changed balances to `touched`.
 * @throws InvalidNetworkError when no block can contain it: it has too many actions, or its signer cannot
 * sign or cannot pay the fee.
 */
export function executeTransaction(builder: Builder, place: Place): ExecutedTransaction {
  const transaction = scriptedTransaction(builder, place.index)
  const prepared = prepare(builder, transaction, place)
  chargeFee(builder, prepared.fee, { ...place, transaction })

  const draft = createDraft(builder.tables, builder.emission)
  const outcome = runActions(transaction, draft, { builder, prepared, height: place.height })
  if (outcome.failure === undefined) {
    commit(draft, place)
    scheduleEvents(builder, draft.schedule)
    builder.emission = draft.emission
  }
  const { txId, units, fee, timestampMs } = prepared
  return {
    txId,
    height: place.height,
    timestampMs,
    signer: transaction.signer,
    actions: transaction.actions,
    success: outcome.failure === undefined,
    ...(outcome.failure !== undefined && { failure: outcome.failure }),
    outputs: outcome.outputs,
    units,
    fee,
  }
}

function scriptedTransaction({ script, genesis }: Builder, index: number): ScriptedTransaction {
  const transaction = script.transactions[index]
  if (transaction === undefined) throw new RangeError(`there is no transaction ${index}`)
  const count = transaction.actions.length
  if (count < 1 || count > genesis.maxActionsPerTx) {
    const reason = `must hold 1 to ${genesis.maxActionsPerTx} actions (genesis.maxActionsPerTx), not ${count}`
    throw new InvalidNetworkError(`script.transactions[${index}].actions`, reason)
  }
  if (!canSign(authTypeOf(transaction))) {
    const reason = 'is an address of no key type, which cannot sign'
    throw new InvalidNetworkError(`script.transactions[${index}].signer`, reason)
  }
  return transaction
}

function prepare(builder: Builder, transaction: ScriptedTransaction, { height, index }: Place): Prepared {
  const { genesis, script, chainId, prices } = builder
  const timestampMs = blockTimeMs(script, height)
  const validityWindowMs = Number(genesis.validityWindow)
  const bytes = encodeTransaction(transaction, { chainId, blockTimeMs: timestampMs, validityWindowMs, index })
  const txId = transactionId(bytes)
  const units = transactionUnits(transaction, { genesis, size: bytes.length, txId })
  return { txId, units, fee: feeOf(units, prices.prices), timestampMs }
}

function chargeFee(
  builder: Builder,
  fee: bigint,
  { transaction, ...place }: Place & { transaction: ScriptedTransaction },
): void {
  const draft = createDraft(builder.tables, builder.emission)
  const refusal = takeBalance(draft, { address: transaction.signer, asset: NATIVE_ASSET, amount: fee })
  if (refusal !== undefined) {
    const reason = `cannot pay the fee of ${fee} at height ${place.height} (${refusal})`
    throw new InvalidNetworkError(`script.transactions[${place.index}].signer`, reason)
  }
  commit(draft, place)
}

function runActions(
  { signer, actions }: ScriptedTransaction,
  draft: Draft,
  { builder, prepared, height }: { builder: Builder; prepared: Prepared; height: number },
): { failure?: string; outputs: ActionOutput[] } {
  const outputs: ActionOutput[] = []
  const { consensusKeys, delegatedRuns } = builder
  for (const [index, action] of actions.entries()) {
    const assetId = () => createdAssetId(prepared.txId, index)
    const context: ActionContext = { height, signer, assetId, consensusKeys, delegatedRuns }
    const outcome = kindOf(action).execute(action, draft, context)
    if ('failure' in outcome) return { failure: outcome.failure, outputs: [] }
    outputs.push(outcome.output)
  }
  return { outputs }
}

function commit(draft: Draft, { height, touched }: Place): void {
  for (const key of draft.balances.changes.keys()) touched.add(key)
  commitDraft(draft, height)
}
