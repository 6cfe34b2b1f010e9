import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const MEBIBYTE = 2 ** 20

/** A process that makes 64 MiB of new objects and drops them. Prints the bytes that V8 holds for new ones. */
const PROGRAM = `
  import { getHeapSpaceStatistics } from 'node:v8'
  import { releaseStartMemory } from ${JSON.stringify(join(import.meta.dirname, 'release-start-memory.ts'))}
  const held = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').physical_space_size
  let made = []
  for (let count = 0; count < 1e6; count++) made.push({ count, next: { count } })
  made = null
  const before = held()
  releaseStartMemory({ checkMs: 50 })
  setTimeout(() => console.log(JSON.stringify({ before, after: held(), isOffered: 'gc' in globalThis })), 1000)
`

test('an idle process gives back the memory of its start, and leaves no function that collects', () => {
  const flags = ['--max-semi-space-size=32', '--input-type=module', '--eval', PROGRAM]
  const { before, after, isOffered } = JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' }))
  expect(before).toBeGreaterThan(16 * MEBIBYTE)
  expect(after).toBeLessThan(4 * MEBIBYTE)
  expect(isOffered).toBe(false)
})
