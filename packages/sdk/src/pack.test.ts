import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../../..')
const CONSUMER = `
import { createParleyClient, ParleyError } from '@parley/sdk'

const parley = createParleyClient({
  origin: 'http://parley.test',
  fetch: async () => Response.json({ status: 'ok', data: { agents: [] } }),
})
const { agents } = await parley.agent.list()
const names: string[] = agents.map(({ name }) => name)
// @ts-expect-error: an agent needs a model.
const create = () => parley.agent.create({ name: 'A' })
console.log(names.length, typeof create, ParleyError.name)
`

let folder: string

// A second try begins with an empty folder.
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-sdk-pack-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

// Copies are packed, because packing changes the manifests for a moment while other tests read them.
test('npm pack makes packages that another program installs, compiles against and runs', () => {
  for (const name of ['scripts', 'pnpm-workspace.yaml', 'tsconfig.base.json']) {
    cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true })
  }
  const home = path.join(folder, 'consumer')
  for (const name of ['contract', 'sdk']) {
    copyPackage(name)
  }
  for (const name of ['contract', 'sdk']) {
    const copy = path.join(folder, 'packages', name)
    const [packed] = JSON.parse(run('npm', ['pack', '--json', '--silent'], copy))
    const files = packed.files.map(({ path: file }: { path: string }) => file)
    expect(files).toEqual(expect.arrayContaining(['README.md', 'dist/index.js', 'dist/index.d.ts']))
    expect(files.filter((file: string) => /\.test\.|^src\//.test(file))).toEqual([])
    const installed = path.join(home, 'node_modules/@parley', name)
    mkdirSync(installed, { recursive: true })
    run('tar', ['-xzf', path.join(copy, packed.filename), '-C', installed, '--strip-components=1'], folder)
    const manifest = readFileSync(path.join(installed, 'package.json'), 'utf8')
    expect(manifest).not.toMatch(/catalog:|workspace:/)
  }
  const sdk = JSON.parse(readFileSync(path.join(home, 'node_modules/@parley/sdk/package.json'), 'utf8'))
  expect(sdk.dependencies['@parley/contract']).toBe('0.1.0')

  for (const name of ['zod', 'eventsource-parser']) {
    symlinkSync(path.join(ROOT, 'packages/sdk/node_modules', name), path.join(home, 'node_modules', name))
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
  run(path.join(ROOT, 'packages/sdk/node_modules/.bin/tsc'), [...options, 'main.ts'], home)
  expect(run(process.execPath, ['main.js'], home)).toBe('0 function ParleyError\n')
})

/** Copies the sources of a package, and links to the packages that are installed for it. */
function copyPackage(name: string): void {
  const from = path.join(ROOT, 'packages', name)
  const copy = path.join(folder, 'packages', name)
  const isOwn = (file: string) => !/node_modules|dist/.test(path.relative(from, file))
  cpSync(from, copy, { recursive: true, filter: isOwn })
  symlinkSync(path.join(from, 'node_modules'), path.join(copy, 'node_modules'))
}

function run(command: string, args: string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
