import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { packNpm } from './pack-npm.mjs'
import { expectPrinted, runProgram } from './run-program.mjs'

/** @typedef {{ origin: string, key: string, agentId: string }} Account */

const PACKAGES = ['contract', 'sdk', 'ledger', 'cli']

const PROGRAM = `
import { createLedgerClient, formatAmount } from '@parley/ledger'
import { createParleyClient, ParleyError } from '@parley/sdk'

const { PARLEY_ORIGIN: origin = '', PARLEY_API_KEY: credential = '' } = process.env
const parley = createParleyClient({ origin, credential })
const { agents } = await parley.agent.list()
const names: string[] = agents.map(({ name }) => name)
// @ts-expect-error: an agent needs a model.
const create = () => parley.agent.create({ name: 'A' })
const refused = await parley.agent.get({ agent_id: crypto.randomUUID() }).catch((error: unknown) => error)
const ledger = createLedgerClient({
  transport: async ({ id }) => ({ jsonrpc: '2.0', id, result: { amount: 1500000000n } }),
})
const whole: string = formatAmount(1500000000n, { decimals: ledger.network.nativeDecimals, symbol: 'CHN' })
console.log(names.join(), typeof create, refused instanceof ParleyError && refused.status, whole)
`

const COMPILER = ['--strict', '--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom']

/**
 * Packs what is published with npm, installs the tarballs with npm in an empty folder, compiles a program against them,
 * and uses the program and the command `parley` on a service.
 *
 * @param {string} root the repository
 * @param {string} folder an empty folder
 * @param {Account} account on the service
 * @returns {string} what was found
 */
export function tryNpm(root, folder, { origin, key, agentId }) {
  const tarballs = packNpm(root, folder, PACKAGES)
  const home = path.join(folder, 'consumer')
  mkdirSync(home)
  const place = {
    cwd: home,
    env: { PARLEY_ORIGIN: origin, PARLEY_API_KEY: key, PARLEY_CONFIG_DIR: path.join(home, 'settings') },
  }
  writeFileSync(path.join(home, 'package.json'), '{"type":"module","private":true}')
  runProgram('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...tarballs], place)
  writeFileSync(path.join(home, 'main.ts'), PROGRAM)
  writeFileSync(path.join(home, 'process.d.ts'), 'declare const process: { env: Record<string, string> }')
  const sources = ['main.ts', 'process.d.ts']
  runProgram(
    path.join(root, 'packages/sdk/node_modules/.bin/tsc'),
    [...COMPILER, '--types', '', ...sources],
    place,
  )
  expectPrinted(
    'The program',
    runProgram(process.execPath, ['main.js'], place),
    /^Analyst function 404 1\.5 CHN\n$/,
  )
  tryCommand(home, place, agentId)
  return `${PACKAGES.map((name) => `@parley/${name}`).join(', ')} install with npm, compile and run`
}

/** @param {string} home @param {{ cwd: string, env: Record<string, string> }} place @param {string} agentId */
function tryCommand(home, place, agentId) {
  const parley = (/** @type {string[]} */ ...args) =>
    runProgram(path.join(home, 'node_modules/.bin/parley'), args, place)
  expectPrinted('parley --help', parley('--help'), /parley ask/)
  writeFileSync(path.join(home, 'towns.csv'), 'town,rain\nOslo,12\nRome,3\nLima,0\n')
  expectPrinted('parley sources add', parley('sources', 'add', 'towns.csv', '--json'), /"name": ?"towns"/)
  const question = ['ask', 'How many rows are in towns?', '--agent', agentId]
  expectPrinted('parley ask', parley(...question), /\b3\b/)
  expectPrinted('parley runs list', parley('runs', 'list', '--json'), /"status": ?"ok"/)
  expectPrinted(
    'parley export',
    parley('export', '--sql', 'select sum(rain) as all_rain from towns.towns'),
    /\b15\b/,
  )
  expectPrinted('parley completion', parley('completion', 'bash'), /complete -F/)
}
