import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

function run(program: string, ...args: string[]) {
  return runWith({}, program, ...args)
}

function runWith(settings: Readonly<Record<string, string>>, program: string, ...args: string[]) {
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production' as const,
    PARLEY_DATA_DIR: '/nowhere',
    ...settings,
  }
  const file = path.join(import.meta.dirname, program)
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('the help of a release lists every command, and an unknown command prints it as an error', () => {
  const help = run('parley.mjs', 'help')
  expect([help.status, help.stderr]).toEqual([0, ''])
  const listed = [...help.stdout.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name)
  expect([...new Set(listed)]).toEqual([
    'start',
    'doctor',
    'backup',
    'restore',
    'move-files',
    'rotate-key',
    'verify-events',
    'erase-again',
    'quickstart',
  ])
  expect(run('parley.mjs', '--help')).toEqual(help)
  expect(run('parley.mjs', 'nonsense')).toEqual({ status: 2, stdout: '', stderr: help.stdout })
})

test('a wrong command line names the command of a release in a release, and that of a clone in a clone', () => {
  expect(run('parley.mjs', 'backup')).toMatchObject({
    status: 2,
    stderr: 'Usage: ./parley backup <new folder>, or ./parley backup --verify <folder>\n',
  })
  expect(run('backup.mjs')).toMatchObject({
    status: 2,
    stderr: 'Usage: npm run backup -- <new folder>, or npm run backup -- --verify <folder>\n',
  })
})

test('a release asks its first question with its own command', () => {
  const env = { PARLEY_ORIGIN: 'http://127.0.0.1:9' }
  const asked = runWith(env, 'parley.mjs', 'quickstart')
  expect([asked.status, asked.stderr]).toEqual([
    1,
    expect.stringContaining('Nothing answers at http://127.0.0.1:9. Start the service in another terminal'),
  ])
})
