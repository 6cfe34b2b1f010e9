import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { ExpectedFailure } from '../expected-failure.mjs'
import { runChild } from './run-child.mjs'
import { runStage } from './run-stage.mjs'

// Chromium without windows comes first: it draws the same pages, and the journeys take a fifth less processor time.
const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** @typedef {import('./prepare.mjs').Project & { env: NodeJS.ProcessEnv }} Project */

/**
 * Finds a Chromium for the tests in the browser: CHROMIUM_PATH, the system's, or Playwright's own. Otherwise
 * it installs one: with apt as root, else with Playwright.
 *
 * @param {Project} project
 * @returns {Promise<string>} path of the program
 * @throws {ExpectedFailure} that says what to install
 */
export async function findChromium(project) {
  const named = project.env.CHROMIUM_PATH
  if (named) {
    if (isProgram(named)) return named
    throw new ExpectedFailure(`CHROMIUM_PATH names ${named}, which is not a program.`)
  }
  const found = findOnSystem(project.env) ?? (await findPlaywrights(project))
  if (found) return found
  await install(project)
  const installed = findOnSystem(project.env) ?? (await findPlaywrights(project))
  if (installed) return installed
  throw new ExpectedFailure(
    'The tests in the browser need Chromium, and it could not be installed. Install it ' +
      '(Debian: `apt-get install chromium`; elsewhere: `npx playwright install --with-deps chromium` in e2e/), ' +
      'or set CHROMIUM_PATH to the program.',
  )
}

/** @param {NodeJS.ProcessEnv} env @returns {string | undefined} */
function findOnSystem(env) {
  return [...candidates(env.PATH, NAMES), ...MAC_APPS].find(isProgram)
}

/** @param {string | undefined} searchPath @param {string[]} names @returns {string[]} */
function candidates(searchPath, names) {
  const folders = (searchPath ?? '').split(path.delimiter)
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
}

/** @param {string} file @returns {boolean} */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** @param {Project} project @returns {Promise<string | undefined>} */
async function findPlaywrights({ root, env, stop }) {
  const script = "process.stdout.write(require('playwright').chromium.executablePath())"
  const { output } = await runChild({
    command: 'node',
    args: ['--input-type=commonjs', '--eval', script],
    directory: path.join(root, 'e2e'),
    env,
    stopRequested: stop.requested,
  })
  return existsSync(output) ? output : undefined
}

/**
 * Installs Chromium. Ignores failures, because the caller looks for the program afterwards.
 *
 * @param {Project} project
 */
async function install({ root, env, stop }) {
  const run = { directory: path.join(root, 'e2e'), stopRequested: stop.requested }
  const hasApt = candidates(env.PATH, ['apt-get']).some(isProgram)
  try {
    if (process.getuid?.() === 0 && hasApt) {
      const aptEnv = { ...env, DEBIAN_FRONTEND: 'noninteractive' }
      const apt = 'apt-get install -y --no-install-recommends'
      const script = `apt-get update && (${apt} ${SHELL} || ${apt} chromium)`
      await runStage('Installing Chromium', { ...run, env: aptEnv, command: 'sh', args: ['-c', script] })
    } else {
      const args = ['exec', 'playwright', 'install', 'chromium']
      await runStage('Installing Chromium', { ...run, env, command: 'pnpm', args })
    }
  } catch (error) {
    if (stop.requested.aborted) throw error
    console.error(error instanceof Error ? error.message : error)
  }
}
