import { ExpectedFailure } from '../expected-failure.mjs'
import { runChild } from './run-child.mjs'

const REPORT_EVERY_MS = 10_000

/**
 * Runs one program as a stage: prints a line at its beginning, every ten seconds, and at its end. Shows its
 * output only when it fails.
 *
 * @param {string} title what is being done, such as "Installing packages"
 * @param {import('./run-child.mjs').ChildRun} run
 * @returns {Promise<void>}
 * @throws {ExpectedFailure} with the program's output when it fails
 */
export async function runStage(title, run) {
  const startedAt = Date.now()
  const seconds = () => ((Date.now() - startedAt) / 1000).toFixed(1)
  console.log(`${title} ...`)
  const report = setInterval(() => console.log(`  still at it after ${seconds()} s`), REPORT_EVERY_MS)
  try {
    const { code, output } = await runChild(run)
    if (code !== 0) throw new ExpectedFailure(`${output.trim()}\n\n${title} failed (exit code ${code}).`)
    console.log(`  done in ${seconds()} s`)
  } finally {
    clearInterval(report)
  }
}
