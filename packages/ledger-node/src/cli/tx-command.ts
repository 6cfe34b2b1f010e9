import { formatAmount } from '@parley/ledger'
import { appendTransaction } from '../network/append-transaction.ts'
import { createNetworkFiles, loadChain } from '../network/open-network.ts'
import { NETWORK } from '../rules/constants.ts'
import type { ExecutedTransaction } from '../timeline/timeline.ts'
import { parseOptions, requireOption } from './parse-options.ts'
import { readAction } from './read-action.ts'
import { DEFAULT_FOLDER, UsageError } from './usage.ts'

const OPTION_NAMES = [
  ...['folder', 'from', 'to', 'value', 'asset', 'memo', 'symbol', 'decimals', 'metadata'],
  ...['node', 'start', 'end', 'fee', 'reward', 'owner'],
]

/**
 * Appends the transaction that a command line describes. Returns the text to print, and whether the
 * transaction will fail.
 * @throws UsageError, LedgerError or InvalidNetworkError with the reason.
 */
export function txCommand(args: string[]): { readonly text: string; readonly isFailed: boolean } {
  const [action, ...rest] = args
  if (action === undefined) throw new UsageError('an action is missing')
  const options = parseOptions(rest, OPTION_NAMES)
  requireOption(options, 'from')
  const folder = options.folder ?? DEFAULT_FOLDER
  createNetworkFiles(folder, {})
  const { signer, action: read } = readAction(action, loadChain(folder, Date.now), options)
  const transaction = appendTransaction(folder, { signer, actions: [read] })
  return { text: describe(transaction), isFailed: !transaction.success }
}

function describe({ txId, height, success, failure, fee, outputs }: ExecutedTransaction): string {
  const { nativeDecimals: decimals, nativeSymbol: symbol } = NETWORK
  const assets = outputs.flatMap(({ assetId }) => (assetId === undefined ? [] : [`  asset   ${assetId}`]))
  const lines = [
    `Transaction ${txId}`,
    `  block   ${height}`,
    `  result  ${success ? 'success' : `failed: ${failure}`}`,
    `  fee     ${formatAmount(fee, { decimals, symbol })}`,
    ...assets,
  ]
  return `${lines.join('\n')}\n`
}
