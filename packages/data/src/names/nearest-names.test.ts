import { expect, test } from 'vitest'
import { startComputing } from '../testing/start-computing.ts'
import { nearestNames } from './nearest-names.ts'

test.each([
  ['TEMP_MAX', ['temp_max', 'temp_min', 'wind']],
  ['tmp_max', ['temp_max', 'temp_min']],
  ['total', ['order_total', 'id']],
  ['orders', ['ordrs', 'customers']],
])('%s is nearest to the first of %j', (wrong, names) => {
  expect(nearestNames(wrong, names.toReversed())[0]).toBe(names[0])
})

test('gives each name once, at most the limit, and no distant name', () => {
  expect(nearestNames('day', ['days', 'days', 'dey', 'dax', 'dxy'])).toHaveLength(3)
  expect(nearestNames('day', ['days', 'days'])).toEqual(['days'])
  expect(nearestNames('temperature', ['id', 'name', 'created_at'])).toEqual([])
})

test('answers for 40,000 names of 4,000 characters', () => {
  const names = Array.from({ length: 40_000 }, (_, index) => `${'ab'.repeat(2000)}${index}`)
  const computedMs = startComputing()
  expect(nearestNames('ba'.repeat(2000), names)).toHaveLength(3)
  expect(nearestNames('totl', ['total', ...names])).toEqual(['total'])
  // Comparing whole names takes hours; this limit only detects a freeze.
  expect(computedMs()).toBeLessThan(5000)
})

test('finds a name in spite of longer names with the same letters', () => {
  const names = Array.from(
    { length: 20_000 },
    (_, index) => `erutarepmet_${index % 10}${'x'.repeat(index % 7)}`,
  )
  expect(nearestNames('temprature', [...names, 'temperature'])[0]).toBe('temperature')
})
