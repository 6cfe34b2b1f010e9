import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { useTestDatabase } from '@parley/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMANDS } from './commands/index-of-commands.ts'
import { EXIT } from './failure.ts'
import { type Ended, runParley } from './testing/run-parley.ts'
import { openService, type TestService, type TestUser } from './testing.ts'

const database = useTestDatabase()
let service: TestService
let alice: TestUser
let bob: TestUser
let folder: string
/** Records of Alice. */
let ids: Record<'agent' | 'session' | 'run' | 'source', string>

beforeAll(async () => {
  service = await openService(database.url)
  alice = await service.signIn()
  bob = await service.signIn()
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-cli-every-'))
  await writeFile(path.join(folder, 'cities.csv'), 'city,rain\nOslo,12\n')
  const agent = await service.createAgent(alice, 'Analyst')
  await service.createAgent(bob, 'Analyst')
  const file = path.join(folder, 'cities.csv')
  const source = JSON.parse((await as(alice, 'sources', 'add', file, '--json')).out)
  const reply = JSON.parse((await as(alice, 'ask', 'How many rows are in cities?', '--json')).out)
  ids = { agent, session: reply.session_id, run: reply.run_id, source: source.id }
}, 60_000)
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

function as(user: TestUser, ...args: string[]): Promise<Ended> {
  const settings = { PARLEY_CONFIG_DIR: path.join(folder, 'settings') }
  return runParley(args, {
    env: { PARLEY_ORIGIN: service.origin, PARLEY_API_KEY: user.key, HOME: folder, ...settings },
  })
}

type Call = { readonly args: () => readonly string[]; readonly printed: unknown }

const absent = '00000000-0000-4000-8000-000000000000'
const some = expect.any(String)

/** A call of each command that a program may make, and the form of the document that it prints. */
const CALLS: Readonly<Record<string, Call>> = {
  login: {
    args: () => [service.origin, '--api-key', alice.key],
    printed: { origin: some, file: some },
  },
  ask: {
    args: () => ['How many rows are in cities?', '--session', ids.session],
    printed: { role: 'assistant', status: 'ok', content: some, run_id: some, session_id: some },
  },
  'sessions list': { args: () => ['--limit', '1'], printed: [{ session_id: some, name: some }] },
  'sessions show': { args: () => [ids.session], printed: { session_id: some, messages: expect.any(Array) } },
  'runs list': { args: () => ['--agent', ids.agent], printed: [{ run_id: some, status: 'ok' }] },
  'runs show': { args: () => [ids.run], printed: [{ step_id: 1, status: 'ok' }] },
  'runs follow': { args: () => [ids.run], printed: { type: 'message', message: { status: 'ok' } } },
  'sources list': { args: () => [], printed: [{ name: 'cities' }] },
  'sources add': {
    args: () => [path.join(folder, 'cities.csv'), '--name', 'towns'],
    printed: { id: some, name: 'towns', tables: expect.any(Array) },
  },
  export: { args: () => [ids.session], printed: { session_id: some, messages: expect.any(Array) } },
  'sources delete': { args: () => [ids.source], printed: { deleted: [some] } },
  'sessions delete': { args: () => [ids.session], printed: { deleted: [some] } },
  conformance: {
    args: () => [`${service.origin}/api`],
    printed: expect.arrayContaining([expect.objectContaining({ result: 'holds' })]),
  },
  completion: { args: () => ['bash'], printed: { shell: 'bash', script: some } },
  'keys list': { args: () => [], printed: [{ origin: some, api_key_id: some, is_current: true }] },
  'keys revoke': { args: () => [], printed: { origin: some, api_key_id: some, message: some } },
}

test('every command is called here', () => {
  expect(Object.keys(CALLS).toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted())
})

/** The commands that need a valid key of Alice come before the one that revokes it. */
test.each(Object.entries(CALLS))('parley %s --json prints one document and no notes', async (name, call) => {
  const ended = await as(alice, ...name.split(' '), ...call.args(), '--json')
  expect([ended.err, ended.code]).toEqual(['', 0])
  const last = name === 'runs follow' ? (ended.out.trimEnd().split('\n').at(-1) ?? '') : ended.out
  const document = JSON.parse(last)
  const shown = Array.isArray(document) && Array.isArray(call.printed) ? document.slice(0, 1) : document
  expect(shown).toEqual(Array.isArray(call.printed) ? call.printed.map(containing) : containing(call.printed))
})

/** Fields that are not named may have any value. */
function containing(form: unknown): unknown {
  const isPlain =
    typeof form === 'object' && form !== null && Object.getPrototypeOf(form) === Object.prototype
  if (!isPlain) return form
  return expect.objectContaining(
    Object.fromEntries(Object.entries(form).map(([key, value]) => [key, containing(value)])),
  )
}

test.each(COMMANDS)('parley $name --help names its options', async ({ name, about, options = {} }) => {
  const { code, out } = await runParley([...name.split(' '), '--help'])
  expect([code, out]).toEqual([0, expect.stringContaining(about.slice(0, 20))])
  for (const option of Object.keys(options)) expect(out).toContain(`--${option}`)
})

/** Calls that reach the service with the key of the environment. */
const REACHING: Readonly<Record<string, readonly string[]>> = {
  login: [],
  ask: ['Hi', '--session', absent],
  'sessions list': [],
  'sessions show': [absent],
  'sessions delete': [absent],
  'runs list': [],
  'runs show': [absent],
  'runs follow': [absent],
  'sources list': [],
  'sources add': ['--sample', 'seattle_weather'],
  'sources delete': [absent],
  export: [absent],
}

/** A service that answers every call with one status. */
async function withStatus(status: number, use: (origin: string) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => {
    request.resume()
    const body = JSON.stringify({ status: 'error', message: `Status ${status}.` })
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    // A server that listens on TCP has an address of this form.
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test.each([
  [400, EXIT.failed],
  [409, EXIT.failed],
  [500, EXIT.failed],
  [401, EXIT.credential],
  [403, EXIT.credential],
  [404, EXIT.notFound],
  [429, EXIT.unavailable],
  [502, EXIT.unavailable],
  [503, EXIT.unavailable],
  [504, EXIT.unavailable],
])(
  'a service that answers %d ends every command with %d and one sentence',
  async (status, code) => {
    await withStatus(status, async (origin) => {
      const ended = await Promise.all(
        Object.entries(REACHING).map(async ([name, words]) => {
          const env = {
            PARLEY_ORIGIN: origin,
            PARLEY_API_KEY: 'prl_x',
            PARLEY_CONFIG_DIR: folder,
            HOME: folder,
          }
          const target = name === 'login' ? [origin, '--api-key', 'prl_x'] : words
          return { name, ...(await runParley([...name.split(' '), ...target], { env })) }
        }),
      )
      for (const { name, out, err, code: found } of ended)
        expect({ name, out, err, found }).toEqual({
          name,
          out: '',
          err: `parley: Status ${status}.\n`,
          found: code,
        })
    })
  },
  60_000,
)

test('the exit codes are those of the README', async () => {
  const { readFile } = await import('node:fs/promises')
  const readme = await readFile(path.join(import.meta.dirname, '../README.md'), 'utf8')
  const documented = [...readme.matchAll(/^\| (\d+) +\|/gm)].map(([, code]) => Number(code))
  expect(documented).toEqual(Object.values(EXIT))
})
