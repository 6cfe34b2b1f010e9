import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../../..')
const PACKAGE = path.join(ROOT, 'packages/ledger')
const CONSUMER = `
import { createLedgerClient, formatAmount, stakingRate } from '@parley/ledger'

const client = createLedgerClient({
  transport: async ({ id }) => ({ jsonrpc: '2.0', id, result: { amount: 1500000000n } }),
})
const { amount } = await client.balance({ address: '${'chain1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqecfn22'}', asset: 'CHN' })
const whole: string = formatAmount(amount, { decimals: client.network.nativeDecimals, symbol: 'CHN' })
console.log(whole, typeof stakingRate)
`

let folder: string

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-ledger-pack-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// Packs a copy, because packing changes the manifest briefly while other tests read it.
test('npm pack creates a package that another program installs, compiles against and runs', () => {
  for (const name of ['scripts', 'pnpm-workspace.yaml', 'tsconfig.base.json']) {
    cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true })
  }
  const copy = path.join(folder, 'packages/ledger')
  const isOwn = (file: string) => !/node_modules|dist/.test(path.relative(PACKAGE, file))
  cpSync(PACKAGE, copy, { recursive: true, filter: isOwn })
  symlinkSync(path.join(PACKAGE, 'node_modules'), path.join(copy, 'node_modules'))
  const before = readFileSync(path.join(copy, 'package.json'), 'utf8')

  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--silent'], copy))
  expect(readFileSync(path.join(copy, 'package.json'), 'utf8')).toBe(before)
  const names = packed.files.map(({ path: name }: { path: string }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts']),
  )
  expect(names.filter((name: string) => /\.test\.|^src\/|testing/.test(name))).toEqual([])

  const home = path.join(folder, 'consumer')
  const installed = path.join(home, 'node_modules/@parley/ledger')
  mkdirSync(installed, { recursive: true })
  run('tar', ['-xzf', path.join(copy, packed.filename), '-C', installed, '--strip-components=1'], folder)
  const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'))
  expect(manifest.exports).toEqual({ '.': { types: './dist/index.d.ts', default: './dist/index.js' } })
  expect(manifest.dependencies['@noble/hashes']).toMatch(/^\d+\.\d+\.\d+$/)
  expect(JSON.stringify(manifest)).not.toMatch(/catalog:|workspace:/)

  for (const scope of ['@noble', '@scure']) {
    symlinkSync(path.join(PACKAGE, 'node_modules', scope), path.join(home, 'node_modules', scope))
  }
  writeFileSync(path.join(home, 'package.json'), '{"type":"module"}')
  writeFileSync(path.join(home, 'main.ts'), CONSUMER)
  const options = [
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
  run(path.join(PACKAGE, 'node_modules/.bin/tsc'), [...options, 'main.ts'], home)
  expect(run(process.execPath, ['main.js'], home)).toBe('1.5 CHN function\n')
})

function run(command: string, args: string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
