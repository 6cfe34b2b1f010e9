import { expect, test } from 'vitest'
import { nearestNames } from './nearest-names.ts'

test.each([
  ['TEMP_MAX', ['temp_max', 'temp_min', 'wind']],
  ['tmp_max', ['temp_max', 'temp_min']],
  ['total', ['order_total', 'id']],
  ['orders', ['ordrs', 'customers']],
])('%s is nearest to the first of %j', (wrong, names) => {
  expect(nearestNames(wrong, names.toReversed())[0]).toBe(names[0])
})

test('gives each name once, no more than asked for, and none that is far', () => {
  expect(nearestNames('day', ['days', 'days', 'dey', 'dax', 'dxy'])).toHaveLength(3)
  expect(nearestNames('day', ['days', 'days'])).toEqual(['days'])
  expect(nearestNames('temperature', ['id', 'name', 'created_at'])).toEqual([])
})
