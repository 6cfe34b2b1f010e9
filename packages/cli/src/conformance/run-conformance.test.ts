import { readFileSync } from 'node:fs'
import path from 'node:path'
import { useTestDatabase } from '@parley/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROKEN_ADDITIONS } from '../testing/broken-additions.ts'
import { BROKEN_ANSWERS } from '../testing/broken-answers.ts'
import { BROKEN_DOORS } from '../testing/broken-doors.ts'
import { BROKEN_RECORDS } from '../testing/broken-records.ts'
import { onStatus } from '../testing/faults.ts'
import { openBrokenServer } from '../testing/open-broken-server.ts'
import { runParley } from '../testing/run-parley.ts'
import { openService, type TestService, type TestUser } from '../testing.ts'
import { type RuleOutcome, runConformance } from './run-conformance.ts'

const database = useTestDatabase()
let service: TestService
let alice: TestUser
let bob: TestUser

beforeAll(async () => {
  service = await openService(database.url)
  alice = await service.signIn()
  bob = await service.signIn()
}, 60_000)
afterAll(() => service.close())

const args = () => [
  'conformance',
  `${service.origin}/api`,
  '--ledger',
  `${service.origin}/api`,
  '--other-api-key',
  bob.key,
  '--model-url',
  `${service.origin}/demo-model/v1`,
  '--model',
  'parley-demo',
]

test('every rule holds for the service itself, and nothing of the check is left behind', async () => {
  const env = { PARLEY_API_KEY: alice.key }
  const ended = await runParley([...args(), '--json'], { env })
  const outcomes: RuleOutcome[] = JSON.parse(ended.out)
  expect(outcomes.filter(({ result }) => result !== 'holds')).toEqual([])
  const checked = new Set(outcomes.map(({ anchor }) => anchor))
  for (const anchor of checked) expect([anchor, hasAnchor(anchor)]).toEqual([anchor, true])
  // Each rule has a server that breaks it. Each rule of the specifications has a check, or a reason why it has none.
  expect([...checked].toSorted()).toEqual([...new Set(BROKEN_SERVERS.map(([, anchor]) => anchor))].toSorted())
  expect(anchorsOfSpecification().filter((anchor) => !checked.has(anchor))).toEqual(Object.keys(UNCHECKED))
  expect(ended).toMatchObject({ code: 0, err: '' })
  expect((await alice.parley.agent.list()).agents).toEqual([])
  expect((await alice.parley.session.list()).sessions).toEqual([])
  expect((await alice.parley.llmConfig.list()).models).toEqual([])
}, 120_000)

/** Rules that a caller with API keys cannot check, in the order of the pages. */
const UNCHECKED = {
  'agent-service.md#envelope-message': 'it would revoke the key of the caller',
  'agent-service.md#values-templates': 'the operator may have no templates',
  'agent-service.md#auth-token': 'needs the signature of a wallet',
  'agent-service.md#auth-console': 'is about the cookies of the console',
  'agent-service.md#key-form': 'the key is a secret of the caller',
  'agent-service.md#key-shown-once': 'keys are made with an access token only',
  'agent-service.md#tools-properties': 'needs a tool server that the service reaches',
  'agent-service.md#session-template': 'the operator may have no templates',
  'agent-service.md#message-think': 'depends on the model',
  'agent-service.md#query-artifacts': 'needs a model that draws',
  'agent-service.md#trace-row-limit': 'depends on the statement that the model writes',
  'agent-service.md#trace-whole-result': 'needs a model that draws',
  'ledger.md#rpc-names': 'says what other networks may do',
}

/** The anchors of the rules of both specifications, without additions. */
function anchorsOfSpecification(): string[] {
  return ['agent-service.md', 'ledger.md'].flatMap((page) => {
    const text = readFileSync(path.join(import.meta.dirname, '../../../../docs/spec', page), 'utf8')
    return [...text.matchAll(/<a id="([^"]+)"><\/a>(?!\*\*Addition)([^\n]*)/g)]
      .filter(([, , rule = '']) => !rule.includes('An addition to the specification.'))
      .map(([, id]) => `${page}#${id}`)
  })
}

/** Whether a page of docs/spec has the anchor, as a rule or as a heading. */
function hasAnchor(anchor: string): boolean {
  const [page = '', id = ''] = anchor.split('#')
  const text = readFileSync(path.join(import.meta.dirname, '../../../../docs/spec', page), 'utf8')
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, words = '']) =>
    words.toLowerCase().replaceAll(' ', '-'),
  )
  return text.includes(`id="${id}"`) || headings.includes(id)
}

const keysOf = () => ({ first: alice.key, second: bob.key })

const BROKEN_SERVERS = [...BROKEN_RECORDS, ...BROKEN_ANSWERS, ...BROKEN_ADDITIONS, ...BROKEN_DOORS]

test.each(BROKEN_SERVERS)('a server that %s breaks the rule %s', async (_, anchor, fault) => {
  const broken = await openBrokenServer(service.origin, fault, keysOf())
  try {
    const isLedger = anchor.startsWith('ledger.md')
    const outcomes: RuleOutcome[] = []
    const checks = runConformance({
      baseUrl: isLedger ? null : `${broken.origin}/api`,
      ledgerUrl: isLedger ? `${broken.origin}/api` : null,
      key: alice.key,
      otherKey: bob.key,
      model: { baseUrl: `${service.origin}/demo-model/v1`, model: 'parley-demo' },
      fetch,
      signal: new AbortController().signal,
      only: new Set([anchor]),
      // A longer wait would change nothing: the server that sends deliveries elsewhere never sends one here.
      longestDeliveryMs: 5_000,
    })
    for await (const outcome of checks) outcomes.push(outcome)
    const found = outcomes.filter(({ result }) => result === 'broken')
    expect(found.map((outcome) => outcome.anchor)).toContain(anchor)
    expect(found[0]?.reason).toMatch(/\S/)
  } finally {
    broken.close()
  }
})

test('the command says which rule a server breaks, and ends with 1', async () => {
  const broken = await openBrokenServer(service.origin, onStatus(404, 500), keysOf())
  const env = { PARLEY_API_KEY: alice.key }
  const check = (...more: string[]) => runParley(['conformance', `${broken.origin}/api`, ...more], { env })
  const text = await check()
  expect(text.code).toBe(1)
  expect(text.out).toMatch(
    /^BROKEN {3}A missing record is 404\. \(docs\/spec\/agent-service\.md#status-of-each-failure\)$/m,
  )
  expect(text.out).toMatch(/^skipped {2}.*\n +It needs a model/m)
  expect((await check('--report', 'tap')).out).toMatch(
    /^TAP version 14\n1\.\.\d+\n[\s\S]*^not ok \d+ - A missing record is 404\./m,
  )
  expect((await check('--report', 'junit')).out).toMatch(
    /<testcase classname="agent-service\.[^"]+" name="A missing record is 404\."><failure /,
  )
  broken.close()
}, 120_000)

test.each([
  [[], 'Write the base url of a server'],
  [['nonsense'], '"nonsense" is not an http or https address.'],
  [['http://127.0.0.1:9/api', '--report', 'pdf'], '--report pdf is unknown.'],
  [['http://127.0.0.1:9/api'], 'The rules need an API key of the server.'],
])('parley conformance %j says what to write and ends with 2', async (words, sentence) => {
  const ended = await runParley(['conformance', ...words])
  expect([ended.code, ended.err]).toEqual([2, expect.stringContaining(sentence)])
})
