import { type Address, encodeNodeId } from '@parley/ledger'
import { expect, test } from 'vitest'
import type { Action } from '../actions/kinds.ts'
import { DEFAULT_GENESIS } from '../genesis/default-genesis.ts'
import { NATIVE_ASSET, NATIVE_ASSET_ID } from '../rules/constants.ts'
import { PEOPLE, pick, VALIDATOR_KEYS } from '../testing/small-network.ts'
import { createdAssetId, encodeTransaction, transactionId } from './encode-transaction.ts'
import { feeOf, transactionUnits } from './transaction-units.ts'

const person = pick(PEOPLE, 0)
const other = pick(PEOPLE, 1)
const validator = pick(VALIDATOR_KEYS, 0)
const nodeID = encodeNodeId(new Uint8Array(20))
const stake = { nodeID, stakeStartBlock: 1, stakeEndBlock: 99, stakedAmount: 5n }
const created = 'SkB92YpWm4Q2ijQHH34cqbKkCZWszsiQgHVjtNeFF2HdvDQU'

test.each<[Action['type'], Action, Address, bigint[], bigint]>([
  [
    'transfer',
    { type: 'transfer', to: other, asset: NATIVE_ASSET, value: 1n },
    person,
    [224n, 7n, 14n, 50n, 26n],
    32_100n,
  ],
  [
    'burnAsset',
    { type: 'burnAsset', asset: NATIVE_ASSET, value: 1n },
    person,
    [187n, 7n, 22n, 70n, 38n],
    32_400n,
  ],
  [
    'mintAsset',
    { type: 'mintAsset', to: other, asset: created, value: 1n },
    person,
    [220n, 11n, 29n, 95n, 51n],
    40_600n,
  ],
  [
    'delegateUserStake',
    { type: 'delegateUserStake', ...stake, rewardAddress: person },
    person,
    [228n, 11n, 33n, 105n, 57n],
    43_400n,
  ],
  [
    'undelegateUserStake',
    { type: 'undelegateUserStake', nodeID, rewardAddress: person },
    person,
    [204n, 7n, 18n, 60n, 32n],
    32_100n,
  ],
  [
    'registerValidatorStake',
    { type: 'registerValidatorStake', ...stake, delegationFeeRate: 2n, rewardAddress: validator },
    validator,
    [432n, 16n, 22n, 70n, 38n],
    57_800n,
  ],
  [
    'withdrawValidatorStake',
    { type: 'withdrawValidatorStake', nodeID, rewardAddress: validator },
    validator,
    [252n, 12n, 22n, 70n, 38n],
    39_400n,
  ],
])('%s uses and costs what it does on the original network', (_type, action, signer, units, fee) => {
  const transaction = { height: 1, signer, actions: [action] }
  const place = { chainId: new Uint8Array(32), blockTimeMs: 3000, validityWindowMs: 60_000, index: 0 }
  const bytes = encodeTransaction(transaction, place)
  const txId = transactionId(bytes)
  const used = transactionUnits(transaction, { genesis: DEFAULT_GENESIS, size: bytes.length, txId })
  expect(used).toEqual(units)
  expect(feeOf(used, DEFAULT_GENESIS.minUnitPrice)).toBe(fee)
})

test('an asset id is the SHA-256 of the transaction id and the position of its action', () => {
  const txId = transactionId(new Uint8Array())
  expect(createdAssetId(txId, 0)).not.toBe(createdAssetId(txId, 1))
  const counted = 'SkB92YpWm4Q2ijQHH34cqbKkCZWszsiQgHVjtNeFF2HdvDQU' as typeof txId
  expect(createdAssetId(counted, 0)).toBe('2qJVBsbrojT6cKNYkk2RpJHWxFkhwJkPgpZhz6u4K5byYNtoeZ')
  expect(createdAssetId(counted, 1)).toBe('yMc8gH77MUgdXmEUrLkeECa4AKK38XbWCSoXAE3nMmtwVf5Ma')
})

test('equal transactions have different ids at different positions, and equal ids at the same position', () => {
  const action: Action = { type: 'transfer', to: other, asset: NATIVE_ASSET_ID, value: 1n }
  const transaction = { height: 1, signer: person, actions: [action] }
  const place = { chainId: new Uint8Array(32), blockTimeMs: 3000, validityWindowMs: 60_000, index: 0 }
  const idAt = (index: number) => transactionId(encodeTransaction(transaction, { ...place, index }))
  expect(idAt(0)).toBe(idAt(0))
  expect(idAt(0)).not.toBe(idAt(1))
})
