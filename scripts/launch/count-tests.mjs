import { readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Counts the tests of one runner's JSON report. A runner counts as at least one failure when it crashed,
 * found no test, or ended with another exit code than 0.
 *
 * @param {string} report path of a report of Vitest or Playwright
 * @param {number} exitCode the runner's
 * @returns {Counts}
 */
export function countTests(report, exitCode) {
  const counts = readReport(report)
  const hasRun = counts.passed + counts.failed > 0
  if (counts.failed === 0 && (exitCode !== 0 || !hasRun)) return { ...counts, failed: 1 }
  return counts
}

/**
 * Adds counts up.
 *
 * @param {Counts[]} all
 * @returns {Counts}
 */
export function sumCounts(all) {
  return all.reduce((sum, counts) => ({
    passed: sum.passed + counts.passed,
    failed: sum.failed + counts.failed,
    skipped: sum.skipped + counts.skipped,
  }))
}

/** @param {string} file @returns {Counts} */
function readReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    return 'stats' in report ? countPlaywright(report.stats) : countVitest(report)
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}

/**
 * Counts a test that passed when it was repeated as passed. Only CI repeats tests, and Playwright lists such
 * a test as flaky.
 *
 * @param {{ expected: number, unexpected: number, flaky: number, skipped: number }} stats
 * @returns {Counts}
 */
function countPlaywright({ expected, unexpected, flaky, skipped }) {
  return { passed: expected + flaky, failed: unexpected, skipped }
}

/**
 * Counts a file that cannot be loaded as one failed test, because it reports none.
 *
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { status: string, assertionResults: unknown[] }[] }} report
 * @returns {Counts}
 */
function countVitest(report) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}
