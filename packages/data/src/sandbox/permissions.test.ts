import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChildKind, childCommand } from './child-command.ts'
import type { Isolation } from './isolation.ts'

/** The weakest mode: what is refused here, Node itself refuses. */
const NONE: Isolation = {
  mode: 'none',
  hasLimits: true,
  hasCallFilter: false,
  hasLandlock: false,
  userId: null,
  gaps: [],
}

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-permissions-'))
  await writeFile(join(root, 'secret'), 'of another owner')
})
afterAll(() => rm(root, { recursive: true, force: true }))

/** Runs a script with the flags of a child of this kind, in its folder, and returns what it prints as JSON. */
async function runAs(kind: ChildKind, script: string): Promise<unknown> {
  const privateFolder = await mkdtemp(join(root, 'child-'))
  const { command } = childCommand(kind, { isolation: NONE, privateFolder, codeFolder: null })
  const flags = command.slice(0, -2)
  const [program = '', ...args] = [...flags, '-e', script]
  const child = spawn(program, args, { cwd: privateFolder, stdio: ['ignore', 'pipe', 'inherit'], env: {} })
  return JSON.parse(await text(child.stdout))
}

const TRIES = (root: string) => `
  const fs = require('node:fs')
  const tries = {
    ownFile: () => { fs.writeFileSync('own', 'x'); return fs.readFileSync('own', 'utf8') },
    code: () => fs.readFileSync(${JSON.stringify(join(import.meta.dirname, 'isolation.ts'))}).length > 0,
    secret: () => fs.readFileSync(${JSON.stringify(join(root, 'secret'))}, 'utf8'),
    passwd: () => fs.readFileSync('/etc/passwd', 'utf8'),
    outside: () => fs.writeFileSync(${JSON.stringify(join(root, 'made'))}, 'x'),
    process: () => require('node:child_process').spawnSync('true').status,
    thread: () => typeof new (require('node:worker_threads').Worker)('0', { eval: true }),
    addon: () => process.dlopen({ exports: {} }, '/nowhere.node'),
    code_from_text: () => eval('1'),
  }
  const results = {}
  for (const [name, attempt] of Object.entries(tries)) {
    try { results[name] = attempt() } catch (error) { results[name] = error.code ?? error.name }
  }
  console.log(JSON.stringify(results))`

test.each<[ChildKind, string]>([
  ['database', 'ERR_DLOPEN_DISABLED'],
  ['sqlite', 'ERR_DLOPEN_DISABLED'],
  ['sql', 'ERR_DLOPEN_FAILED'],
  ['file', 'ERR_DLOPEN_FAILED'],
  ['chart', 'ERR_DLOPEN_FAILED'],
])('the JavaScript of a %s child reaches its folder and the code, and nothing else', async (kind, addon) => {
  expect(await runAs(kind, TRIES(root))).toEqual({
    ownFile: 'x',
    code: true,
    secret: 'ERR_ACCESS_DENIED',
    passwd: 'ERR_ACCESS_DENIED',
    outside: 'ERR_ACCESS_DENIED',
    process: 'ERR_ACCESS_DENIED',
    thread: 'ERR_ACCESS_DENIED',
    addon,
    code_from_text: 'EvalError',
  })
})
