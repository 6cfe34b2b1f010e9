// `pnpm try:packages`: packs what is published with npm, installs the tarballs with npm in an empty folder, with their
// dependencies from the registry, compiles a program against them and runs it. Says so when the registry cannot be reached.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..')
const PACKAGES = ['contract', 'sdk', 'ledger', 'cli']
const PROGRAM = `
import { createLedgerClient, formatAmount } from '@parley/ledger'
import { createParleyClient, ParleyError } from '@parley/sdk'

const parley = createParleyClient({
  origin: 'http://parley.test',
  fetch: async () => Response.json({ status: 'ok', data: { agents: [] } }),
})
const { agents } = await parley.agent.list()
const names: string[] = agents.map(({ name }) => name)
// @ts-expect-error: an agent needs a model.
const create = () => parley.agent.create({ name: 'A' })
const ledger = createLedgerClient({
  transport: async ({ id }) => ({ jsonrpc: '2.0', id, result: { amount: 1500000000n } }),
})
const whole: string = formatAmount(1500000000n, { decimals: ledger.network.nativeDecimals, symbol: 'CHN' })
console.log(names.length, typeof create, ParleyError.name, whole)
`
const EXPECTED = '0 function ParleyError 1.5 CHN'
const COMPILER = [
  '--strict',
  '--module',
  'nodenext',
  '--target',
  'es2024',
  '--lib',
  'es2024,dom',
  '--types',
  '',
]

if (canReachRegistry()) tryPackages()
else console.log('Skipped: the npm registry cannot be reached.')

function tryPackages() {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-try-packages-'))
  try {
    const tarballs = packAll(folder)
    const home = path.join(folder, 'consumer')
    mkdirSync(home)
    writeFileSync(path.join(home, 'package.json'), '{"type":"module","private":true}')
    run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...tarballs], home)
    writeFileSync(path.join(home, 'main.ts'), PROGRAM)
    run(path.join(ROOT, 'packages/sdk/node_modules/.bin/tsc'), [...COMPILER, 'main.ts'], home)
    const printed = run(process.execPath, ['main.js'], home).trim()
    if (printed !== EXPECTED) throw new Error(`The program printed "${printed}" and not "${EXPECTED}".`)
    const help = run(path.join(home, 'node_modules/.bin/parley'), ['--help'], home)
    if (!help.includes('parley ask')) throw new Error(`parley --help printed "${help}".`)
    console.log(
      `ok: ${PACKAGES.map((name) => `@parley/${name}`).join(', ')} install with npm, compile and run`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Packs copies, because packing changes the manifests for a moment.
 *
 * @param {string} folder
 * @returns {string[]} the tarballs
 */
function packAll(folder) {
  for (const name of ['scripts', 'pnpm-workspace.yaml', 'tsconfig.base.json'])
    cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true })
  for (const name of PACKAGES) {
    const from = path.join(ROOT, 'packages', name)
    const copy = path.join(folder, 'packages', name)
    cpSync(from, copy, {
      recursive: true,
      filter: (file) => !/node_modules|dist/.test(path.relative(from, file)),
    })
    symlinkSync(path.join(from, 'node_modules'), path.join(copy, 'node_modules'))
  }
  return PACKAGES.map((name) => {
    const copy = path.join(folder, 'packages', name)
    const [packed] = JSON.parse(run('npm', ['pack', '--json', '--silent'], copy))
    return path.join(copy, packed.filename)
  })
}

/** @returns {boolean} */
function canReachRegistry() {
  try {
    run('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=10000'], ROOT)
    return true
  } catch {
    return false
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 * @returns {string}
 */
function run(command, args, cwd) {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
