import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listFailures } from './list-failures.mjs'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-failures-'))
})

afterAll(() => {
  rmSync(folder, { recursive: true })
})

function list(content: unknown): string[] {
  const file = path.join(folder, 'report.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return listFailures(file, '/project')
}

test('a failed unit test has its file, its name and the first line of its error', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'adds', failureMessages: [] },
    {
      status: 'failed',
      fullName: 'divides by zero',
      failureMessages: ['Error: expected 1 to be 2\n    at x.ts:1'],
    },
  ]
  const files = [{ name: '/project/packages/a/sum.test.ts', status: 'failed', message: '', assertionResults }]
  expect(list({ testResults: files })).toEqual([
    'packages/a/sum.test.ts › divides by zero: Error: expected 1 to be 2',
  ])
})

test('a file that cannot be loaded is listed, and one that was skipped is not', () => {
  const broken = {
    name: '/project/a.test.ts',
    status: 'failed',
    message: 'No module b',
    assertionResults: [],
  }
  const skipped = { ...broken, status: 'passed' }
  expect(list({ testResults: [broken, skipped] })).toEqual(['a.test.ts › the file itself: No module b'])
})

test('a failed journey has the error of its last try, and one that passed at its second try is not listed', () => {
  const tries = [
    { error: { message: 'first' } },
    { error: { message: '\u001b[31mError: second\u001b[39m\nmore' } },
  ]
  const failed = {
    title: 'a person signs in',
    file: 'sign-in.spec.ts',
    ok: false,
    tests: [{ results: tries }],
  }
  const flaky = { ...failed, title: 'a person signs out', ok: true }
  const suites = [{ specs: [flaky], suites: [{ specs: [failed] }] }]
  expect(list({ stats: {}, config: { rootDir: '/project/e2e' }, suites })).toEqual([
    'e2e/sign-in.spec.ts › a person signs in: Error: second',
  ])
})

test('a report that is missing or truncated lists nothing', () => {
  expect(list('{"testResults": [')).toEqual([])
  expect(listFailures(path.join(folder, 'none.json'), '/project')).toEqual([])
})
