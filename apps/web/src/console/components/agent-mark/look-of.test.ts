import { expect, test } from 'vitest'
import { lookOf } from './look-of.ts'

const ids = Array.from({ length: 400 }, () => crypto.randomUUID())

test('an agent keeps its icon and its colour', () => {
  for (const id of ids) expect(lookOf(id)).toEqual(lookOf(id))
})

test('agents share out all icons and colours', () => {
  const looks = ids.map(lookOf)
  const perIcon = Map.groupBy(looks, ({ icon }) => icon)
  const perColour = Map.groupBy(looks, ({ colour }) => colour)
  expect([...perIcon.keys()].toSorted()).toEqual([0, 1, 2, 3, 4, 5])
  expect([...perColour.keys()].toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  for (const group of [...perIcon.values(), ...perColour.values()]) expect(group.length).toBeGreaterThan(15)
})
