import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countTests, sumCounts } from './count-tests.mjs'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-counts-'))
})

afterAll(() => {
  rmSync(folder, { recursive: true })
})

function report(content: unknown): string {
  const file = path.join(folder, 'report.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const VITEST = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [] }
const BROKEN_FILE = { status: 'failed', assertionResults: [] }

test.each([
  ['all passed', VITEST, 0, { passed: 5, failed: 0, skipped: 2 }],
  ['some failed', { ...VITEST, numFailedTests: 3 }, 1, { passed: 5, failed: 3, skipped: 2 }],
  [
    'a file that cannot be loaded',
    { ...VITEST, testResults: [BROKEN_FILE] },
    1,
    { passed: 5, failed: 1, skipped: 2 },
  ],
  ['an error outside any test', VITEST, 1, { passed: 5, failed: 1, skipped: 2 }],
  ['no test', { ...VITEST, numPassedTests: 0 }, 0, { passed: 0, failed: 1, skipped: 2 }],
  ['a truncated report', '{"numPassedTests": 5', 0, { passed: 0, failed: 1, skipped: 0 }],
  [
    'a browser run, where a test that passed when it was repeated counts as passed',
    { stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 } },
    1,
    { passed: 5, failed: 1, skipped: 2 },
  ],
])('%s', (_, content, exitCode, counts) => {
  expect(countTests(report(content), exitCode)).toEqual(counts)
})

test('a runner that wrote no report has failed', () => {
  expect(countTests(path.join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('counts are added up', () => {
  const sum = sumCounts([
    { passed: 1, failed: 2, skipped: 3 },
    { passed: 10, failed: 20, skipped: 30 },
  ])
  expect(sum).toEqual({ passed: 11, failed: 22, skipped: 33 })
})
