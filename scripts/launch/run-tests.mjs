import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isExpectedFailure } from '../expected-failure.mjs'
import { countTests, sumCounts } from './count-tests.mjs'
import { findChromium } from './find-chromium.mjs'
import { listFailures } from './list-failures.mjs'
import { build, prepare } from './prepare.mjs'
import { runChild } from './run-child.mjs'

/**
 * `test`: all tests, those in the browser last. The failed tests are listed at the end, and the last line printed is
 * "N passed, N failed", followed by ", N skipped" when tests were skipped.
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
    const vitest = await runSuite({ root, stop, env }, units, vitestArgs)
    const playwright = await runInBrowser({ root, stop, env }, journeys)
    const { passed, failed, skipped } = sumCounts([vitest, playwright])
    for (const line of [units, journeys].flatMap((report) => listFailures(report, root)))
      console.log(`Failed: ${line}`)
    console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
    return failed === 0 ? 0 : 1
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

/**
 * @param {import('./find-chromium.mjs').Project} project
 * @param {string} report
 * @returns {Promise<import('./count-tests.mjs').Counts>} one failure where there is no browser
 */
async function runInBrowser({ root, stop, env }, report) {
  try {
    const chromium = await findChromium({ root, env, stop })
    const project = { root: path.join(root, 'e2e'), stop, env: { ...env, CHROMIUM_PATH: chromium } }
    return await runSuite(project, report, playwrightArgs)
  } catch (error) {
    if (stop.requested.aborted || !isExpectedFailure(error)) throw error
    console.error(error.message)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/**
 * @param {import('./find-chromium.mjs').Project} project root: the folder to run in
 * @param {string} report file the runner writes its JSON report to
 * @param {(report: string) => string[]} args pnpm's arguments
 * @returns {Promise<import('./count-tests.mjs').Counts>}
 */
async function runSuite({ root, stop, env }, report, args) {
  const { code } = await runChild({
    command: 'pnpm',
    args: args(report),
    directory: root,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    stopRequested: stop.requested,
    isShown: true,
  })
  return countTests(report, code)
}

/** @param {string} report @returns {string[]} */
function vitestArgs(report) {
  return ['exec', 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
}

/** @returns {string[]} */
function playwrightArgs() {
  return ['exec', 'playwright', 'test', '--reporter=list,json']
}
