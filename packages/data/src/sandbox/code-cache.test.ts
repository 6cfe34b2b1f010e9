import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { createSandbox } from '../index.ts'
import { childCommand } from './child-command.ts'
import { detectIsolation, type Isolation } from './isolation.ts'

const root = mkdtempSync(join(tmpdir(), 'parley-code-cache-'))
const isolation = await detectIsolation(root)
afterAll(() => rm(root, { recursive: true, force: true }))

/** Runs a statement in a new sandbox and closes it. What its child could have kept by then is kept. */
async function query(folder: string, confinement: Isolation = isolation): Promise<void> {
  const sandbox = await createSandbox({ tempFolder: root, isolation: confinement, codeCache: { folder } })
  const bounds = { rows: 10, bytes: 1000 }
  const input = { sql: 'SELECT 42 AS n', views: [], timeoutMs: 20_000, preview: bounds, kept: bounds }
  const outcome = await sandbox.run('query', { ownerId: 'a', input })
  expect(outcome).toMatchObject({ ok: true, result: { rowCount: 1 } })
  await sandbox.close()
}

/** Starts a child of the kind `sql` without a task, and returns what Node says of compiled code. */
async function start(codeFolder: string, script: readonly string[] = []): Promise<string> {
  const privateFolder = await mkdtemp(join(root, 'child-'))
  const [program = '', ...args] = childCommand('sql', { isolation, privateFolder, codeFolder }).command
  const command = script.length > 0 ? [...args.slice(0, -2), ...script] : args
  const env = {
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: codeFolder,
    NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
  } as const
  const child = spawn(program, command, {
    cwd: privateFolder,
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  return child.stderr === null ? '' : text(child.stderr)
}

test.runIf(isolation.mode === 'namespaces')(
  'children read the code that an earlier one compiled, and cannot change it',
  async () => {
    const kept = join(root, 'kept')
    await mkdir(join(kept, 'children-of-an-older-version'), { recursive: true })
    await query(kept)
    const [version = '', ...others] = await readdir(kept)
    expect(others).toEqual([])
    const codeFolder = join(kept, version, 'sql')

    const words = (await start(codeFolder)).split('\n')
    expect(words.filter((line) => /no such file|denied|not initialized|rejected/.test(line))).toEqual([])
    expect(words.some((line) => /reading cache .* StrippedTypeScript .*main\.ts/.test(line))).toBe(true)
    const tries = "try { fs.writeFileSync(process.argv[1], 'x') } catch (error) { console.error(error.code) }"
    expect(await start(codeFolder, ['-e', tries, join(codeFolder, 'planted')])).toContain('EROFS')

    await query(kept)
    expect(await readdir(join(kept, version))).toEqual(['sql'])
  },
)

test('a child without namespaces has no compiled code, which it could change', async () => {
  const kept = join(root, 'without')
  await query(kept, { ...isolation, mode: 'none', userId: null, hasCallFilter: false, hasLandlock: false })
  await expect(readdir(kept)).rejects.toThrow('ENOENT')
})
