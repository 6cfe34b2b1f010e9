import { execFile } from 'node:child_process'
import { lstat, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { useTestDatabase } from '@parley/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMON_OPTIONS } from './command.ts'
import { COMMANDS } from './commands/index-of-commands.ts'
import { openHeldModel } from './testing/open-held-model.ts'
import { type Ended, runParley, spawnParley } from './testing/run-parley.ts'
import { openService, type TestService, type TestUser } from './testing.ts'

const database = useTestDatabase()
const MAIN = path.join(import.meta.dirname, 'main.ts')
const CSV = 'city,rain\nOslo,12\nRome,3\nLima,0\n'

let service: TestService
let alice: TestUser
let bob: TestUser
let agentId: string
let folder: string

beforeAll(async () => {
  service = await openService(database.url)
  alice = await service.signIn()
  bob = await service.signIn()
  agentId = await service.createAgent(alice, 'Analyst')
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-cli-home-'))
  await writeFile(path.join(folder, 'cities.csv'), CSV)
}, 60_000)
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runs the command as a user, without kept settings. */
function as(user: TestUser, ...args: string[]): Promise<Ended> {
  return runParley(args, { env: { PARLEY_ORIGIN: service.origin, PARLEY_API_KEY: user.key, HOME: folder } })
}

test('login keeps a key that only the user may read, and the other commands use it', async () => {
  const env = { PARLEY_CONFIG_DIR: path.join(folder, 'settings') }
  const signedIn = await spawnParley(['login', service.origin], { env, input: `${alice.key}\n` })
  expect(signedIn).toMatchObject({ code: 0, err: '' })
  expect(signedIn.out).not.toContain(alice.key)
  const file = path.join(env.PARLEY_CONFIG_DIR, 'credentials.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(file, 'utf8')).toContain(alice.key)
  const listed = await runParley(['sessions', 'list', '--json'], { env })
  expect([listed.code, JSON.parse(listed.out)]).toEqual([0, []])
  const keys = await runParley(['keys', 'list'], { env })
  expect(keys.out).toContain(alice.key.slice(4, 16))
  expect(keys.out).not.toContain(alice.key)
})

test('login refuses a wrong key with one sentence and keeps nothing', async () => {
  const env = { PARLEY_CONFIG_DIR: path.join(folder, 'empty') }
  const refused = await runParley(['login', service.origin, '--api-key', 'nonsense'], { env })
  expect(refused).toMatchObject({ code: 3, out: '' })
  expect(refused.err).toBe('parley: The credential is unknown, revoked or expired.\n')
  expect((await runParley(['runs', 'list'], { env })).code).toBe(2)
})

test('login and keys revoke use the service that PARLEY_ORIGIN names', async () => {
  const revoked = await service.signIn()
  const env = { PARLEY_CONFIG_DIR: path.join(folder, 'named'), PARLEY_ORIGIN: service.origin }
  const signedIn = await runParley(['login', '--api-key', revoked.key], { env })
  expect([signedIn.code, signedIn.out]).toEqual([
    0,
    expect.stringContaining(`Signed in at ${service.origin}.`),
  ])
  const elsewhere = { ...env, PARLEY_ORIGIN: 'http://127.0.0.1:9' }
  expect((await runParley(['keys', 'revoke'], { env: elsewhere })).code).toBe(2)
  expect((await runParley(['keys', 'revoke'], { env })).code).toBe(0)
  const after = await runParley(['runs', 'list', '--api-key', revoked.key], { env })
  expect(after.code).toBe(3)
  expect((await as(bob, 'sessions', 'list')).code).toBe(0)
})

test('a file of one row and one column is said to have one of each', async () => {
  const file = path.join(folder, 'single.csv')
  await writeFile(file, 'city\nOslo\n')
  const added = await as(bob, 'sources', 'add', file)
  expect(added.out).toContain('single.single: 1 column, 1 row\n')
  expect((await as(bob, 'sources', 'list')).out).toMatch(/single {2}file {4}1 table\n/)
  await as(bob, 'sources', 'delete', added.out.slice(0, 36))
})

test('ask uploads a file, prints the answer as output and the steps as notes', async () => {
  const file = path.join(folder, 'cities.csv')
  const asked = await as(alice, 'ask', 'How many rows are in cities?', '--agent', 'Analyst', '--file', file)
  expect(asked.err).toMatch(
    /\[source cities is connected\][\s\S]*\[\d+\. execute_sql: ok\][\s\S]*\[session [0-9a-f-]{36}\]/,
  )
  expect([asked.code, asked.out]).toEqual([0, expect.stringContaining('3')])
  const [, session = ''] = /\[session ([0-9a-f-]{36})\]/.exec(asked.err) ?? []
  const again = await as(alice, 'ask', 'And again?', '--session', session, '--json')
  expect(JSON.parse(again.out)).toMatchObject({ role: 'assistant', status: 'ok', session_id: session })
  expect(again.err).toBe('')
  expect(await as(bob, 'ask', 'Hi', '--session', session)).toMatchObject({
    code: 4,
    out: '',
    err: 'parley: There is no session with this id.\n',
  })
})

test('sessions are found by text, shown, exported and deleted, and another user has none of them', async () => {
  const { session_id } = await alice.parley.session.create({ name: 'Zebra crossing', agent_id: agentId })
  const found = JSON.parse((await as(alice, 'sessions', 'list', '--search', 'zebra', '--json')).out)
  expect(found).toMatchObject([{ session_id, name: 'Zebra crossing' }])
  expect((await as(bob, 'sessions', 'list', '--search', 'zebra')).out).toBe('')
  expect((await as(alice, 'sessions', 'show', session_id)).out).toMatch(/^# Zebra crossing\n/)
  const file = path.join(folder, 'session.md')
  expect((await as(alice, 'export', session_id, '--output', file)).code).toBe(0)
  expect(await readFile(file, 'utf8')).toMatch(/^# Zebra crossing\n/)
  expect(JSON.parse((await as(alice, 'export', session_id, '--json')).out)).toMatchObject({ session_id })
  expect((await as(bob, 'sessions', 'delete', session_id)).code).toBe(4)
  expect((await as(alice, 'sessions', 'delete', session_id)).code).toBe(0)
  expect((await as(alice, 'sessions', 'show', session_id)).code).toBe(4)
})

test('an export that cannot open its file says what to check and leaves what is there', async () => {
  const { session_id } = await alice.parley.session.create({ name: 'Yak', agent_id: agentId })
  const closed = path.join(folder, 'closed.md')
  await symlink(path.join(folder, 'missing', 'target.md'), closed)
  for (const file of [folder, closed]) {
    expect(await as(alice, 'export', session_id, '--output', file)).toEqual({
      code: 2,
      out: '',
      err: `parley: The file ${file} cannot be written. Check its path and its permissions.\n`,
    })
    await lstat(file)
  }
})

test('runs are listed, shown and followed', async () => {
  const runs = JSON.parse(
    (await as(alice, 'runs', 'list', '--agent', agentId, '--status', 'ok', '--json')).out,
  )
  const [{ run_id }] = runs.toReversed()
  expect((await as(alice, 'runs', 'show', run_id)).out).toMatch(/\d+\. final_response: ok/)
  const lines = (await as(alice, 'runs', 'follow', run_id, '--json')).out.trimEnd().split('\n')
  const events = lines.map((line) => JSON.parse(line))
  expect(events[0]).toMatchObject({ type: 'run', run_id })
  expect(events.at(-1)).toMatchObject({ type: 'message', message: { status: 'ok' } })
  const [{ created_at }] = runs
  expect((await as(alice, 'runs', 'list', '--to', created_at)).out).not.toContain(runs[0].run_id)
  expect((await as(alice, 'runs', 'list', '--from', created_at)).out).toContain(runs[0].run_id)
  expect((await as(bob, 'runs', 'show', run_id)).code).toBe(4)
  expect(JSON.parse((await as(bob, 'runs', 'list', '--json')).out)).toEqual([])
})

test('sources are added, listed, exported as CSV and deleted', async () => {
  const file = path.join(folder, 'cities.csv')
  const { id } = JSON.parse((await as(bob, 'sources', 'add', file, '--name', 'towns', '--json')).out)
  expect((await as(bob, 'sources', 'list')).out).toContain('towns')
  const exported = await as(bob, 'export', '--sql', 'select city, rain from towns.towns order by rain')
  expect([exported.code, exported.err, exported.out.trim().split(/\r?\n/)]).toEqual([
    0,
    '',
    ['city,rain', 'Lima,0', 'Rome,3', 'Oslo,12'],
  ])
  expect((await as(alice, 'sources', 'delete', id)).code).toBe(4)
  expect((await as(bob, 'sources', 'delete', id)).code).toBe(0)
})

test('Ctrl-C cancels the run of a question and ends with 130', async () => {
  const model = await openHeldModel()
  const held = await service.createAgent(alice, 'Held', model.baseUrl)
  const asked = await spawnParley(['ask', 'How many rows are in cities?', '--agent', held], {
    env: { PARLEY_ORIGIN: service.origin, PARLEY_API_KEY: alice.key },
    interruptAt: /find_metadata …/,
  })
  expect(asked.code).toBe(130)
  expect(asked.err).not.toContain('parley:')
  const newest = async () => (await alice.parley.run.list({ limit: 1 })).runs[0]
  await expect.poll(newest).toMatchObject({ agent_id: held, status: 'cancelled' })
  model.close()
})

test('a reader that leaves ends the command without a word', async () => {
  const command = `"${process.execPath}" "${MAIN}" --help | head -n 1; echo "\${PIPESTATUS[0]}"`
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', command])
  expect(stdout).toMatch(/^Ask the agents[^\n]*\n(?:0|141)\n$/)
  expect(stderr).toBe('')
})

test.each([
  [['nonsense'], 'There is no command "nonsense". Run parley --help for the list.'],
  [['sessions'], 'Write one of: parley sessions list, parley sessions show, parley sessions delete.'],
  [['sessions', 'show'], 'Write: parley sessions show <session id>'],
  [['runs', 'list', '--limit', 'x'], '--limit x is not a number. Write a whole number, or 0 for all.'],
  [['runs', 'list', '--status', 'fine'], '--status fine is unknown.'],
  [['runs', 'list', '--from', 'soon'], '--from soon is not a time.'],
  [['export'], 'Write either a session id or --sql <statement>.'],
  [['export', '--sql', 'select 1', '--json'], 'The result of --sql is CSV. Leave out --json.'],
  [['sources', 'add'], 'Write either a file or --sample <name>.'],
  [['sources', 'add', '/no/such/file'], 'The file /no/such/file cannot be read.'],
  [['ask', '--unknown'], "Unknown option '--unknown'"],
  [['--json', 'sources', 'list'], 'Write --json after the command, such as parley ask --json.'],
  [['ask'], 'There is no question.'],
  [['login', 'ftp://x'], '"ftp://x" is not an http or https address.'],
  [['completion', 'tcsh'], 'There is no completion for tcsh. Write bash, zsh or fish.'],
])('parley %j says what to write and ends with 2', async (args, sentence) => {
  const ended = await as(alice, ...args)
  expect([ended.code, ended.out]).toEqual([2, ''])
  expect(ended.err).toContain(`parley: ${sentence}`)
  expect(ended.err.trimEnd().split('\n')).toHaveLength(1)
})

test('a service that does not answer ends the command with 5', async () => {
  const env = { PARLEY_ORIGIN: 'http://127.0.0.1:9', PARLEY_API_KEY: 'k' }
  const ended = await runParley(['sources', 'list'], { env })
  expect(ended).toEqual({
    code: 5,
    out: '',
    err: 'parley: The service at http://127.0.0.1:9 did not answer.\n',
  })
})

const scriptOf = async (shell: string) => (await runParley(['completion', shell])).out

/** What the script proposes for the last of the words. */
async function complete(script: string, ...words: string[]): Promise<string[]> {
  const line = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`
  const program = `${script.replace(/^autoload.*$/m, '')}\n${line}; _parley; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout } = await promisify(execFile)('bash', ['-c', program], { cwd: folder })
  return stdout.split('\n').filter((word) => word !== '')
}

test.each(['bash', 'zsh'])(
  'the completion for %s proposes nouns, verbs, options and files',
  async (shell) => {
    const script = await scriptOf(shell)
    const nouns = [...new Set(COMMANDS.map(({ name }) => name.split(' ')[0]))]
    expect(await complete(script, 'parley', '')).toEqual(nouns)
    expect(await complete(script, 'parley', 'sessions', '')).toEqual(['list', 'show', 'delete'])
    expect(await complete(script, 'parley', 'runs', 'list', '--st')).toEqual(['--status'])
    expect(await complete(script, 'parley', 'sources', 'add', 'cit')).toEqual(['cities.csv'])
    for (const { name, options } of COMMANDS) {
      const proposed = await complete(script, 'parley', ...name.split(' '), '--')
      const known = Object.keys({ ...options, ...COMMON_OPTIONS })
      expect(proposed).toEqual(known.map((option) => `--${option}`))
    }
  },
)

test('the completion for fish names every command with its options', async () => {
  const script = await scriptOf('fish')
  for (const { name, options } of COMMANDS) {
    const [noun, verb] = name.split(' ')
    expect(script).toContain(verb === undefined ? ` -a ${noun} -d ` : `_from ${noun}' -f -a ${verb}\n`)
    for (const option of Object.keys({ ...options, ...COMMON_OPTIONS }))
      expect(script).toContain(`_from ${noun}' -l ${option} `)
  }
})

test('keys revoke ends the kept key at its service and forgets it', async () => {
  const env = { PARLEY_CONFIG_DIR: path.join(folder, 'revoke') }
  const user = await service.signIn()
  await runParley(['login', service.origin, '--api-key', user.key], { env })
  expect((await runParley(['keys', 'revoke'], { env })).code).toBe(0)
  expect((await runParley(['keys', 'revoke'], { env })).code).toBe(2)
  expect((await as(user, 'sources', 'list')).code).toBe(3)
})
