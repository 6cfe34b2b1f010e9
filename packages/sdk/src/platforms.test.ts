import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const PACKAGE = path.join(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'parley-sdk-platforms-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the compiler says of a file without the types of Node; empty where it finds no mistake. */
function compileForBrowsers(file: string): string {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    module: 'preserve',
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: [],
  }
  const config = path.join(folder, 'tsconfig.json')
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [file] }))
  try {
    return execFileSync(path.join(PACKAGE, 'node_modules/.bin/tsc'), ['-p', config], { encoding: 'utf8' })
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout)
  }
}

test('the client and the contract use what browsers, Deno and edge platforms have, and nothing of Node', () => {
  expect(compileForBrowsers(path.join(PACKAGE, 'src/index.ts'))).toBe('')
  const nodeOnly = path.join(folder, 'node-only.ts')
  writeFileSync(
    nodeOnly,
    `import { readFileSync } from 'node:fs'\nexport const text = readFileSync(process.argv[0])\n`,
  )
  expect(compileForBrowsers(nodeOnly)).toContain("Cannot find name 'process'")
}, 120_000)
