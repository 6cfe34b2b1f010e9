import { parseNodeId, readValue, ValidatorEntry } from '@parley/ledger'
import { expect, test } from 'vitest'
import { showBlockSpan, showCount, showFraction, showShare } from './amounts.ts'
import { joinValidators, type SortKey, sortValidators } from './validators.ts'

const [first, second, third] = [
  'NodeID-MeH92mLBM3VrrwaPWnci955v2fBGsxY16',
  'NodeID-9TR9dtiWZqWXYC4PfVB9NWXXGKSVJKn2r',
  'NodeID-91tWZMAohH4uZoh5Ke9RuxDZWfchYuy7L',
].map(parseNodeId)

function entry(nodeID: string | undefined, fields: object = {}): ValidatorEntry {
  const reading = readValue(ValidatorEntry, {
    isActive: false,
    nodeID,
    publicKey: '',
    stakedAmount: 0n,
    accumulatedStakedReward: 0n,
    delegationFeeRate: 0,
    delegatedAmount: 0n,
    accumulatedDelegatedReward: 0n,
    ...fields,
  })
  if (reading.issues) throw new Error(reading.issues[0].message)
  return reading.value
}

test('the two lists are merged, each validator once with its state', () => {
  const active = entry(first, { isActive: true, stakedAmount: 2n ** 63n, delegatedAmount: 1n })
  const joined = joinValidators([entry(third), active, entry(second)], [entry(second), active])
  expect(joined.map(({ nodeID, state, totalStake }) => [nodeID, state, totalStake])).toEqual(
    expect.arrayContaining([
      [first, 'active', 2n ** 63n + 1n],
      [second, 'registered', 0n],
      [third, 'unstaked', 0n],
    ]),
  )
  expect(joined).toHaveLength(3)
})

test.each<[SortKey, (string | undefined)[]]>([
  ['total', [second, first, third]],
  ['fee', [first, third, second]],
  ['state', [third, second, first]],
  ['node', [first, second, third]],
])('sorting by %s, descending, keeps the order of equal validators', (key, order) => {
  const validators = joinValidators(
    [
      entry(first, { isActive: true, stakedAmount: 10n ** 17n, delegationFeeRate: 0.5 }),
      entry(second, { stakedAmount: 10n ** 17n + 1n }),
      entry(third),
    ],
    [entry(second, { stakedAmount: 10n ** 17n + 1n })],
  )
  expect(sortValidators(validators, { key, isDescending: true }).map(({ nodeID }) => nodeID)).toEqual(order)
})

test('shares are exact beyond the precision of doubles', () => {
  expect(showShare(1n, 3n)).toBe('33.33 %')
  expect(showShare(2n, 3n)).toBe('66.67 %')
  expect(showShare(2n ** 64n, 2n ** 64n)).toBe('100 %')
  expect(showShare(5n, 0n)).toBe('0 %')
  expect(showFraction(0.07)).toBe('7 %')
  expect(showCount(10_483_200n)).toBe('10,483,200')
})

test.each([
  [0n, '0 seconds'],
  [1n, '3 seconds'],
  [40n, '2 minutes'],
  [2400n, '2 hours'],
  [10_483_200n, '364 days'],
])('%d blocks take about %s', (blocks, span) => {
  expect(showBlockSpan(blocks)).toBe(span)
})
