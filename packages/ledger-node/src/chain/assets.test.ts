import { MAX_UINT64 } from '@parley/ledger'
import { expect, test } from 'vitest'
import type { Action } from '../actions/kinds.ts'
import { createChain } from '../index.ts'
import type { ScriptedTransaction } from '../script/script.ts'
import { readLatest } from '../state/table.ts'
import { PEOPLE, pick, SMALL_GENESIS, smallScript } from '../testing/small-network.ts'

const ann = pick(PEOPLE, 0)
const ben = pick(PEOPLE, 1)
const create = { type: 'createAsset', symbol: 'GOLD', decimals: 2, metadata: 'grams' } satisfies Action

test('an asset is created empty, minted by its owner, moved and burned', () => {
  const opening = network([by(ann, 1, create)])
  const asset = [...opening.timeline.transactions.values()][0]?.outputs[0]?.assetId ?? ''
  const chain = network([
    by(ann, 1, create),
    by(ann, 2, { type: 'mintAsset', to: ben, asset, value: 500n }),
    by(ben, 3, { type: 'mintAsset', to: ben, asset, value: 500n }),
    by(ben, 4, { type: 'transfer', to: ann, asset, value: 200n }),
    by(ann, 5, { type: 'burnAsset', asset, value: 50n }),
    by(ann, 6, { type: 'burnAsset', asset, value: 151n }),
    by(ann, 7, { type: 'mintAsset', to: ann, asset, value: MAX_UINT64 }),
  ])
  const { tables, transactions } = chain.timeline
  expect([...transactions.values()].map(({ failure }) => failure)).toEqual([
    undefined,
    undefined,
    'wrong owner',
    undefined,
    undefined,
    expect.stringMatching(/^invalid balance/),
    'overflow',
  ])
  expect(readLatest(tables.assets, asset)).toEqual({
    symbol: 'GOLD',
    decimals: 2,
    metadata: 'grams',
    supply: 450n,
    owner: ann,
  })
  expect(readLatest(tables.balances, `${ben} ${asset}`)).toBe(300n)
  expect(readLatest(tables.balances, `${ann} ${asset}`)).toBe(150n)
})

test('burning lowers the native supply, minting it is refused', () => {
  const chain = network([
    by(ann, 1, { type: 'burnAsset', asset: 'CHN', value: 7n }),
    by(ann, 2, { type: 'mintAsset', to: ann, asset: 'CHN', value: 7n }),
  ])
  const supply = SMALL_GENESIS.customAllocation.reduce((sum, { balance }) => sum + balance, 0n)
  expect(readLatest(chain.timeline.tables.assets, 'CHN')?.supply).toBe(supply - 7n)
  expect([...chain.timeline.transactions.values()][1]?.failure).toBe('cannot mint native asset')
})

test.each<[string, Action]>([
  ['symbol is empty', { ...create, symbol: '' }],
  ['symbol is too large', { ...create, symbol: 'ÄÄÄÄX' }],
  ['decimal is too large', { ...create, decimals: 10 }],
  ['metadata is empty', { ...create, metadata: '' }],
  ['metadata is too large', { ...create, metadata: 'x'.repeat(257) }],
  ['memo is too large', { type: 'transfer', to: ben, asset: 'CHN', value: 1n, memo: 'x'.repeat(257) }],
  ['value is zero', { type: 'transfer', to: ben, asset: 'CHN', value: 0n }],
])('%s', (failure, action) => {
  expect([...network([by(ann, 1, action)]).timeline.transactions.values()][0]).toMatchObject({
    success: false,
    failure,
  })
})

function network(transactions: ScriptedTransaction[]) {
  return createChain({ genesis: SMALL_GENESIS, script: smallScript(transactions) })
}

function by(signer: typeof ann, height: number, ...actions: Action[]): ScriptedTransaction {
  return { height, signer, actions }
}
