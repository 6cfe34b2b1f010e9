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
  description: `Ledger transactions, the newest ${MAX_TRANSACTIONS}; failed ones too, whose fee was charged all the same. What they did is in actions.`,
  columns: [
    column('tx_id', 'VARCHAR', 'Id of the transaction.'),
    column('height', 'BIGINT', 'Block it is in; empty where the network does not tell.'),
    column('executed_at', 'TIMESTAMP', 'Time of that block, UTC.'),
    column('signer_address', 'VARCHAR', 'Who signed it and paid the fee.'),
    sampled(
      column('signer_name', 'VARCHAR', 'Name of that address, where the network gives one.'),
      'alice',
      'treasury',
    ),
    sampled(
      column('action_type', 'VARCHAR', 'What it did; the first action where it has several.'),
      ...ACTION_TYPES,
    ),
    column('action_count', 'INTEGER', 'How many actions it has.'),
    sampled(column('success', 'BOOLEAN', 'Whether it succeeded.'), 'true', 'false'),
    column('failure', 'VARCHAR', 'Why it failed.'),
    column('fee', 'DECIMAL(29,9)', `Fee that was charged, in ${nativeSymbol}.`),
    column('bandwidth_units', 'BIGINT', 'Bytes it took.'),
    column('compute_units', 'BIGINT', 'Compute it was charged for.'),
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
    column('position', 'INTEGER', 'Its place in the transaction, from 1.'),
    column('height', 'BIGINT', 'Block it is in.'),
    column('executed_at', 'TIMESTAMP', 'Time of that block, UTC.'),
    sampled(column('action_type', 'VARCHAR', 'What kind of action it is.'), ...ACTION_TYPES),
    sampled(column('success', 'BOOLEAN', 'Whether its transaction succeeded.'), 'true', 'false'),
    column('from_address', 'VARCHAR', 'Who signed it.'),
    sampled(
      column('from_name', 'VARCHAR', 'Name of that address, where the network gives one.'),
      'alice',
      'treasury',
    ),
    column('to_address', 'VARCHAR', 'Who receives what it moves or pays.'),
    sampled(column('to_name', 'VARCHAR', 'Name of that address, where the network gives one.'), 'bob'),
    sampled(column('asset_symbol', 'VARCHAR', 'Symbol of the asset it moves.'), nativeSymbol),
    column('asset_id', 'VARCHAR', `Id of that asset; the native one goes by its symbol, ${nativeSymbol}.`),
    column('amount', 'DECIMAL(29,9)', 'How much of the asset.'),
    column('reward', 'DECIMAL(29,9)', `What a claim or withdrawal paid as reward, in ${nativeSymbol}.`),
    column('node_id', 'VARCHAR', 'The validator it concerns.'),
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
    'Assets of the ledger network that are known, as they are now: the native one and those that users created.',
  columns: [
    sampled(
      column('asset_id', 'VARCHAR', `Id of the asset; the native one goes by its symbol, ${nativeSymbol}.`),
      nativeSymbol,
    ),
    sampled(column('symbol', 'VARCHAR', 'Symbol of the asset.'), nativeSymbol),
    column('decimals', 'INTEGER', 'Digits after the point.'),
    column('metadata', 'VARCHAR', 'What its creator says about it.'),
    column(
      'supply',
      'DECIMAL(29,9)',
      'How much there is, in wholes. Of the native one: what was allotted at first less what was burned.',
    ),
    column('owner_address', 'VARCHAR', 'Who may mint it.'),
    column('owner_name', 'VARCHAR', 'Name of that address, where the network gives one.'),
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
  description: 'What known addresses hold now, one row for each address and asset.',
  columns: [
    column('address', 'VARCHAR', 'Who holds it.'),
    sampled(
      column('account_name', 'VARCHAR', 'Name of that address, where the network gives one.'),
      'alice',
      'treasury',
    ),
    sampled(column('asset_symbol', 'VARCHAR', 'Symbol of the asset.'), nativeSymbol),
    sampled(
      column('asset_id', 'VARCHAR', `Id of the asset; the native one goes by its symbol, ${nativeSymbol}.`),
      nativeSymbol,
    ),
    column('balance', 'DECIMAL(29,9)', 'How much, in wholes of the asset.'),
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
