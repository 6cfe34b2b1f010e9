import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { isExpectedFailure } from '../expected-failure.mjs'
import { countTests, sumCounts } from './count-tests.mjs'
import { findChromium } from './find-chromium.mjs'
import { listFailures } from './list-failures.mjs'
import { build, prepare } from './prepare.mjs'
import { runChild } from './run-child.mjs'

/**
 * `test`: all tests. Those in the browser run beside the others, because each waits a sixth of the time, and their output
 * follows that of the others. The failed tests are listed at the end, and the last line printed is "N passed, N failed",
 * followed by ", N skipped" when tests were skipped.
 *
 * @param {import('./prepare.mjs').Project & { args: string[] }} options
 * @returns {Promise<number>} 0 only when tests ran and none failed
 */
export async function runTests({ root, stop }) {
  const env = await prepare({ root, stop })
  await build({ root, stop }, env)
  const reports = mkdtempSync(path.join(tmpdir(), 'parley-reports-'))
  try {
    const [units, journeys] = [path.join(reports, 'vitest.json'), path.join(reports, 'playwright.json')]
    const held = holdOutput()
    const counts = await all([
      runSuite({ root, stop, env }, { report: units, args: vitestArgs(units) }).finally(held.release),
      runInBrowser({ root, stop, env }, { report: journeys, args: playwrightArgs(), show: held.show }),
    ])
    const { passed, failed, skipped } = sumCounts(counts)
    for (const line of [units, journeys].flatMap((report) => listFailures(report, root)))
      console.log(`Failed: ${line}`)
    console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
    return failed === 0 ? 0 : 1
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

/**
 * @typedef {object} Suite
 * @property {string} report file the runner writes its JSON report to
 * @property {string[]} args pnpm's arguments
 * @property {(text: string) => void} [show] takes the output; without it the output goes to the terminal
 */

/**
 * @param {import('./find-chromium.mjs').Project} project
 * @param {Suite} suite
 * @returns {Promise<import('./count-tests.mjs').Counts>} one failure where there is no browser
 */
async function runInBrowser({ root, stop, env }, suite) {
  try {
    const chromium = await findChromium({ root, env, stop })
    const project = { root: path.join(root, 'e2e'), stop, env: { ...env, CHROMIUM_PATH: chromium } }
    return await runSuite(project, suite)
  } catch (error) {
    if (stop.requested.aborted || !isExpectedFailure(error)) throw error
    console.error(error.message)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/**
 * @param {import('./find-chromium.mjs').Project} project root: the folder to run in
 * @param {Suite} suite
 * @returns {Promise<import('./count-tests.mjs').Counts>}
 */
async function runSuite({ root, stop, env }, { report, args, show }) {
  const { code } = await runChild({
    command: 'pnpm',
    args,
    directory: root,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    stopRequested: stop.requested,
    show: show ?? 'terminal',
  })
  return countTests(report, code)
}

/**
 * Waits for all, also when one fails, so that no program still runs when the others are cleared up.
 *
 * @template T
 * @param {Promise<T>[]} running
 * @returns {Promise<T[]>}
 */
async function all(running) {
  await Promise.allSettled(running)
  return await Promise.all(running)
}

/** Keeps output back until it is released, and shows the rest as it comes. */
function holdOutput() {
  let [kept, isHeld] = ['', true]
  return {
    show: (/** @type {string} */ text) => {
      if (isHeld) kept += text
      else process.stdout.write(text)
    },
    release: () => {
      isHeld = false
      process.stdout.write(kept)
    },
  }
}

/** @param {string} report @returns {string[]} */
function vitestArgs(report) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return ['exec', 'vitest', 'run', ...reporters]
}

/**
 * One worker fewer than the other tests have, which take a third more processor time.
 *
 * @returns {string[]}
 */
function playwrightArgs() {
  return ['exec', 'playwright', 'test', `--workers=${availableParallelism()}`, '--reporter=list,json']
}
