import type { LedgerSnapshot } from '@parley/db'
import type { JsonValue } from '@parley/domain'
import { CHAIN_NETWORK } from '@parley/ledger'
import type { KeptAction } from '../local/rows-of-actions.ts'
import { column, sampled, type TableSpec, type Value } from './table-spec.ts'
import { toTimestamp, toWholes } from './values.ts'

const { nativeDecimals, nativeSymbol } = CHAIN_NETWORK

/** Maximum number of transactions. */
export const MAX_TRANSACTIONS = 50_000

const ACTION_TYPES = ['transfer', 'delegateUserStake', 'registerValidatorStake', 'mintAsset', 'createAsset']

/** The outcomes of transactions. */
export const TRANSACTIONS: TableSpec = {
  name: 'transactions',
  isHistory: true,
  description: `Ledger transactions, the newest ${MAX_TRANSACTIONS}, including failed ones, which also paid their fee. Their actions are in the table actions.`,
  columns: [
    column('tx_id', 'VARCHAR', 'Id of the transaction.'),
    column('height', 'BIGINT', 'Its block; empty when the network does not report it.'),
    column('executed_at', 'TIMESTAMP', 'Time of that block, UTC.'),
    column('signer_address', 'VARCHAR', 'Address that signed it and paid the fee.'),
    sampled(
      column('signer_name', 'VARCHAR', 'Name of that address, if the network has one.'),
      'alice',
      'treasury',
    ),
    sampled(column('action_type', 'VARCHAR', 'Type of its first action.'), ...ACTION_TYPES),
    column('action_count', 'INTEGER', 'Number of its actions.'),
    sampled(column('success', 'BOOLEAN', 'Whether it succeeded.'), 'true', 'false'),
    column('failure', 'VARCHAR', 'Reason of the failure; empty when it succeeded.'),
    column('fee', 'DECIMAL(29,9)', `Fee that was charged, in ${nativeSymbol}.`),
    column('bandwidth_units', 'BIGINT', 'Bandwidth units that it used.'),
    column('compute_units', 'BIGINT', 'Compute units that it used.'),
  ],
  parts: ['transactions', 'accounts'],
  *rows(snapshot) {
    const names = namesOf(snapshot)
    for (const transaction of snapshot.transactions) {
      const [first, ...more] = actionsOf(transaction.actions)
      const [bandwidth = null, compute = null] = textsOf(transaction.units)
      yield [
        transaction.txId,
        transaction.height === null ? null : String(transaction.height),
        toTimestamp(transaction.blockTime),
        transaction.signer,
        names.get(transaction.signer ?? '') ?? null,
        first?.type ?? null,
        first ? more.length + 1 : 0,
        transaction.success,
        transaction.failure,
        toWholes(transaction.fee, nativeDecimals),
        bandwidth,
        compute,
      ]
    }
  },
}

/** The actions of transactions. */
export const ACTIONS: TableSpec = {
  name: 'actions',
  isHistory: true,
  description:
    'What ledger transactions did, one row for each action: transfers, mints, burns, delegations and the like. Only actions of successful transactions took effect.',
  columns: [
    column('tx_id', 'VARCHAR', 'The transaction it belongs to.'),
    column('position', 'INTEGER', 'Its position in the transaction, from 1.'),
    column('height', 'BIGINT', 'Its block.'),
    column('executed_at', 'TIMESTAMP', 'Time of that block, UTC.'),
    sampled(column('action_type', 'VARCHAR', 'Type of the action.'), ...ACTION_TYPES),
    sampled(column('success', 'BOOLEAN', 'Whether its transaction succeeded.'), 'true', 'false'),
    column('from_address', 'VARCHAR', 'Address that signed it.'),
    sampled(
      column('from_name', 'VARCHAR', 'Name of that address, if the network has one.'),
      'alice',
      'treasury',
    ),
    column('to_address', 'VARCHAR', 'Address that receives the amount or the reward.'),
    sampled(column('to_name', 'VARCHAR', 'Name of that address, if the network has one.'), 'bob'),
    sampled(column('asset_symbol', 'VARCHAR', 'Symbol of the asset it moves.'), nativeSymbol),
    column('asset_id', 'VARCHAR', `Id of that asset; for the native asset its symbol, ${nativeSymbol}.`),
    column('amount', 'DECIMAL(29,9)', 'Amount of the asset.'),
    column('reward', 'DECIMAL(29,9)', `Reward that a claim or a withdrawal paid, in ${nativeSymbol}.`),
    column('node_id', 'VARCHAR', 'Id of the validator of a stake or a claim.'),
  ],
  links: { tx_id: 'transactions', asset_id: 'assets', node_id: 'validators' },
  parts: ['transactions', 'accounts', 'assets'],
  *rows(snapshot) {
    const names = namesOf(snapshot)
    const assets = new Map(snapshot.assets.map((asset) => [asset.asset, asset]))
    for (const transaction of snapshot.transactions) {
      for (const [index, action] of actionsOf(transaction.actions).entries()) {
        const asset = assets.get(action.asset ?? nativeSymbol)
        yield [
          transaction.txId,
          index + 1,
          transaction.height === null ? null : String(transaction.height),
          toTimestamp(transaction.blockTime),
          action.type,
          transaction.success,
          transaction.signer,
          names.get(transaction.signer ?? '') ?? null,
          action.recipient,
          names.get(action.recipient ?? '') ?? null,
          action.amount === null && action.asset === null ? null : (asset?.symbol ?? null),
          action.asset,
          wholesOf(action.amount, asset?.decimals ?? nativeDecimals),
          wholesOf(action.reward, nativeDecimals),
          action.nodeId,
        ]
      }
    }
  },
}

/** The present state of every asset. */
export const ASSETS: TableSpec = {
  name: 'assets',
  description:
    'Known assets of the ledger network in their present state: the native asset and those that users created.',
  columns: [
    sampled(
      column('asset_id', 'VARCHAR', `Id of the asset; for the native asset its symbol, ${nativeSymbol}.`),
      nativeSymbol,
    ),
    sampled(column('symbol', 'VARCHAR', 'Symbol of the asset.'), nativeSymbol),
    column('decimals', 'INTEGER', 'Number of decimals.'),
    column('metadata', 'VARCHAR', 'Text that its creator set.'),
    column(
      'supply',
      'DECIMAL(29,9)',
      'Supply in whole units. Of the native asset: the genesis allocation minus burned amounts.',
    ),
    column('owner_address', 'VARCHAR', 'Address that may mint it.'),
    column('owner_name', 'VARCHAR', 'Name of that address, if the network has one.'),
    column('first_height', 'BIGINT', 'Block in which it was first seen.'),
    column('changed_height', 'BIGINT', 'Block in which it changed last.'),
  ],
  parts: ['assets', 'accounts'],
  *rows(snapshot) {
    const names = namesOf(snapshot)
    for (const { asset, symbol, decimals, metadata, supply, owner, firstHeight, height } of snapshot.assets) {
      yield [
        asset,
        symbol,
        decimals,
        metadata,
        toWholes(supply, decimals),
        owner,
        names.get(owner) ?? null,
        String(firstHeight),
        String(height),
      ]
    }
  },
}

/** The present balances of known addresses. */
export const BALANCES: TableSpec = {
  name: 'balances',
  description: 'Present balances of known addresses, one row for each address and asset.',
  columns: [
    column('address', 'VARCHAR', 'Address that holds it.'),
    sampled(
      column('account_name', 'VARCHAR', 'Name of that address, if the network has one.'),
      'alice',
      'treasury',
    ),
    sampled(column('asset_symbol', 'VARCHAR', 'Symbol of the asset.'), nativeSymbol),
    sampled(
      column('asset_id', 'VARCHAR', `Id of the asset; for the native asset its symbol, ${nativeSymbol}.`),
      nativeSymbol,
    ),
    column('balance', 'DECIMAL(29,9)', 'Balance in whole units of the asset.'),
    column('changed_height', 'BIGINT', 'Block in which it changed last.'),
    column('changed_at', 'TIMESTAMP', 'Time of that block, UTC.'),
  ],
  links: { asset_id: 'assets' },
  parts: ['balances', 'accounts', 'assets'],
  *rows(snapshot) {
    const names = namesOf(snapshot)
    const assets = new Map(snapshot.assets.map((asset) => [asset.asset, asset]))
    for (const { address, asset, amount, height, blockTime } of snapshot.balances) {
      const { symbol = null, decimals = nativeDecimals } = assets.get(asset) ?? {}
      const place = [String(height), toTimestamp(blockTime)]
      yield [address, names.get(address) ?? null, symbol, asset, toWholes(amount, decimals), ...place]
    }
  },
}

function namesOf({ accounts }: LedgerSnapshot): Map<string, string> {
  return new Map(accounts.map(({ address, name }) => [address, name]))
}

function wholesOf(amount: string | null, decimals: number): Value {
  return amount === null ? null : toWholes(BigInt(amount), decimals)
}

/** Actions as `rowsOfActions` stores them. */
function actionsOf(stored: JsonValue): KeptAction[] {
  return Array.isArray(stored) ? stored.filter(isAction) : []
}

function isAction(value: JsonValue): value is JsonValue & KeptAction {
  return typeof value === 'object' && value !== null && 'type' in value
}

function textsOf(stored: JsonValue): string[] {
  return Array.isArray(stored) ? stored.map(String) : []
}
