import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NO_PLACE, OpenList } from './open-list.ts'

const entryOf = (name: string) => ({ name, place: NO_PLACE })
const namesIn = (list: Iterable<{ readonly name: string }>) => [...list].map(({ name }) => name).sort()

test('holds what was added and not deleted', () => {
  const list = new OpenList<ReturnType<typeof entryOf>>()
  const [ann, ben, cem] = [entryOf('ann'), entryOf('ben'), entryOf('cem')]
  for (const entry of [ann, ben, cem]) list.add(entry)
  expect(list.delete(ann)).toBe(true)
  expect(namesIn(list)).toEqual(['ben', 'cem'])
  expect(list.size).toBe(2)
  expect([list.has(ann), list.has(ben), list.has(cem)]).toEqual([false, true, true])
  list.add(ann)
  expect(namesIn(list)).toEqual(['ann', 'ben', 'cem'])
})

test('deletes an entry once, also the last one, and none that it does not hold', () => {
  const list = new OpenList<ReturnType<typeof entryOf>>()
  const [ann, ben] = [entryOf('ann'), entryOf('ben')]
  list.add(ann)
  expect(list.delete(ben)).toBe(false)
  expect([list.delete(ann), list.delete(ann)]).toEqual([true, false])
  expect([...list]).toEqual([])
})

test('gives the entries of the moment while they are deleted', () => {
  const list = new OpenList<ReturnType<typeof entryOf>>()
  for (const name of ['ann', 'ben', 'cem']) list.add(entryOf(name))
  const seen: string[] = []
  for (const entry of list) {
    seen.push(entry.name)
    list.delete(entry)
  }
  expect(seen.sort()).toEqual(['ann', 'ben', 'cem'])
  expect(list.size).toBe(0)
})

/**
 * Adds and deletes 100,000 entries of 2 KB, 64 of them open at once, and prints how often V8 collected the whole heap.
 * The program requests the first collection, which moves the table of that moment to the old generation.
 */
const PROGRAM = `
  import { constants, PerformanceObserver } from 'node:perf_hooks'
  import { OpenList } from '${join(import.meta.dirname, 'open-list.ts')}'
  const list = process.argv[1] === 'set' ? new Set() : new OpenList()
  let collections = 0
  const observer = new PerformanceObserver((seen) => {
    for (const { detail } of seen.getEntries())
      if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) collections++
  })
  observer.observe({ entryTypes: ['gc'] })
  const open = []
  for (let index = 0; index < 100_000; index++) {
    const entry = { place: -1, rows: new Array(250).fill(index) }
    list.add(entry)
    list.delete(open[index % 64] ?? entry)
    open[index % 64] = entry
    if (index === 1000) gc()
    if (index % 1000 === 0) await new Promise(setImmediate)
  }
  await new Promise((resolve) => setTimeout(resolve, 20))
  console.log(collections)
`

const wholeCollections = (kind: 'set' | 'list') => {
  const limits = ['--expose-gc', '--max-semi-space-size=1', '--max-old-space-size=64', '--no-memory-reducer']
  const program = ['--input-type=module', '--eval', PROGRAM, '--', kind]
  return Number(execFileSync(process.execPath, [...limits, ...program], { encoding: 'utf8' }))
}

test('leaves what was deleted to the collections of new objects, where a set leaves it to those of the whole heap', () => {
  expect(wholeCollections('list')).toBe(1)
  expect(wholeCollections('set')).toBeGreaterThan(3)
})
