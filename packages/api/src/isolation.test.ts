import { scriptedModel } from '@parley/agent/testing'
import { type ApiKeyScope, DOORS, ENDPOINTS, type Endpoint, SCOPES } from '@parley/contract'
import type { OwnerId } from '@parley/core'
import { useTestDatabase } from '@parley/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AcceptedCallers } from './procedure/authorize.ts'
import { STATUS } from './procedure/status.ts'
import { toAppError } from './procedure/to-app-error.ts'
import { handleWebRequest } from './rest/handle-web-request.ts'
import { listOperations } from './rest/list-operations.ts'
import {
  CANARIES,
  createRecords,
  type IsolationRow,
  isolationRowOf,
  missingIds,
  type RecordIds,
  recordsNamedBy,
} from './testing/isolation-rows.ts'
import { createTestApi, type TestApi } from './testing.ts'

/** A credential, and what it stands for. */
type Holder = {
  readonly name: string
  readonly scopes: readonly ApiKeyScope[] | 'person' | 'none'
  readonly isAdministrator?: true
}

const HOLDERS: readonly Holder[] = [
  { name: 'a client without a credential', scopes: 'none' },
  { name: 'a person', scopes: 'person' },
  { name: 'an administrator', scopes: 'person', isAdministrator: true },
  { name: 'a key of an administrator', scopes: SCOPES, isAdministrator: true },
  { name: 'a key with every scope', scopes: SCOPES },
  ...SCOPES.map((scope) => ({ name: `a key with ${scope}`, scopes: [scope] })),
  { name: 'a key without secrets', scopes: SCOPES.filter((scope) => scope !== 'secrets') },
]
/** The person who calls: alice, or carol, who is an administrator. */
type Person = { readonly userId: string }

const RELATIONS = ['own', 'other', 'missing'] as const

const MANY = 1_000_000
const operations = listOperations()
const database = useTestDatabase()
const world: Parameters<typeof createTestApi>[0] = {
  db: undefined as never,
  model: scriptedModel([]).model,
  limits: {
    quotas: {
      storageBytes: MANY,
      dataSources: MANY,
      llmConfigs: MANY,
      agents: MANY,
      sessions: MANY,
      apiKeys: MANY,
      personas: MANY,
      webhooks: MANY,
      definitions: MANY,
    },
  },
}
let api: TestApi
let alice: Person
let carol: Person
let bob: string
let bobs: RecordIds
/** One record of each kind, by the caller who owns it. Only cells that change nothing name these. */
const kept = new Map<Person, RecordIds>()
let cells = 0

beforeAll(async () => {
  api = createTestApi(Object.assign(world, { db: database.db }))
  world.model = (request) => scriptedModel(['Hello.']).model(request)
  const definition = { description: 'Searches.', inputSchema: { type: 'object' }, hints: {} }
  Object.assign(api.deps.toolServers, { pin: async () => definition })
  alice = await api.signIn()
  carol = await api.signIn()
  await database.db.pool.query(`update users set role = 'administrator' where id = $1`, [carol.userId])
  bob = (await api.signIn()).token
  bobs = await recordsOf(bob)
  for (const person of [alice, carol]) kept.set(person, await recordsOf(await tokenOf(person)))
})
afterAll(() => {
  process.stdout.write(`The isolation matrix has ${cells} cells.\n`)
})

test.each(ENDPOINTS.map((endpoint) => ({ endpoint, name: endpoint.name })))(
  '$name obeys every kind of credential, and shows no record and no secret to the wrong one',
  async ({ endpoint }) => {
    const row = isolationRowOf(endpoint)
    const before = await snapshot()
    for (const holder of HOLDERS) {
      const bearer = await credentialOf(holder)
      for (const relation of row.length === 0 ? (['own'] as const) : RELATIONS) {
        if (relation !== 'own') await checkStranger({ endpoint, row, holder, bearer, relation })
        else await checkOwner({ endpoint, row, holder, bearer })
        cells += 1
      }
    }
    expect(await snapshot()).toBe(before)
    expect(api.faults).toEqual([])
  },
)

const PATHS = [
  ['readArtifact', 'GET', '/artifacts/00000000-0000-4000-8000-000000000000/a.png'],
  ['listModels', 'GET', '/v1/models'],
  ['complete', 'POST', '/v1/chat/completions'],
  ['complete', 'POST', '/v1/responses'],
  ['readResponse', 'GET', '/v1/responses/resp_00000000-0000-4000-8000-000000000000'],
  ['deleteResponse', 'DELETE', '/v1/responses/resp_00000000-0000-4000-8000-000000000000'],
  ['exportRows', 'POST', '/data_source/export'],
] as const

test.each(PATHS)('the path of %s obeys every kind of credential', async (name, method, target) => {
  for (const holder of HOLDERS) {
    const bearer = await credentialOf(holder)
    const status = await knock(method, target, bearer)
    const expected = refusalOf(DOORS[name], holder)
    if (expected) expect([holder.name, status]).toEqual([holder.name, expected])
    else expect([401, 403]).not.toContain(status)
    cells += 1
  }
})

test('the matrix holds every path beside the contract but that of MCP, which the shell mounts', () => {
  const knocked = PATHS.map(([name]): string => name)
  expect(new Set([...knocked, 'callTools'])).toEqual(new Set(Object.keys(DOORS)))
})

async function knock(method: string, target: string, bearer: string | null): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    ...(bearer && { authorization: `Bearer ${bearer}` }),
  }
  const body =
    method === 'POST'
      ? JSON.stringify({ sql: 'select 1', model: bobs.agent_id, messages: [{ role: 'user', content: 'Hi' }] })
      : null
  const request = new Request(`http://parley.test/api${target}`, { method, headers, body })
  return (await handleWebRequest(api.deps, request, (fault) => api.faults.push(fault))).status
}

type Cell = {
  readonly endpoint: Endpoint
  readonly row: IsolationRow
  readonly holder: Holder
  readonly bearer: string | null
}

/** The caller is alice or carol. The record is bob's, or does not exist: both replies are the same. */
async function checkStranger({
  endpoint,
  row,
  holder,
  bearer,
  relation,
}: Cell & { readonly relation: 'other' | 'missing' }): Promise<void> {
  const missing = missingIds()
  // Some sentences name the id that was sent.
  const replyTo = async (ids: RecordIds) => {
    const { status, text } = await send(endpoint, bearer, row(ids))
    return {
      status,
      text: Object.values(ids).reduce<string>((shown, id) => shown.replaceAll(`${id}`, 'id'), text),
    }
  }
  const reply = await replyTo(relation === 'other' ? bobs : missing)
  const label = `${holder.name}, ${relation}`
  expect([label, reply]).toEqual([label, await replyTo(missing)])
  const refusal = refusalOf(endpoint, holder)
  if (refusal) expect([label, reply.status]).toEqual([label, refusal])
  else expect([label, reply.status]).not.toEqual([label, 401])
  expectNoSecret(reply.text)
}

/** The caller owns the record. */
async function checkOwner({ endpoint, row, holder, bearer }: Cell): Promise<void> {
  const refusal = refusalOf(endpoint, holder)
  const needsRecords = row.length > 0 && !refusal
  const records = needsRecords ? await recordsForCell({ endpoint, row, holder }) : missingIds()
  const reply = await send(endpoint, bearer, row(records))
  if (refusal) expect([holder.name, reply.status]).toEqual([holder.name, refusal])
  else if (endpoint.audience === 'user') expect([401, 403]).not.toContain(reply.status)
  // The kept records are still there.
  if (needsRecords && endpoint.method === 'GET') expect([holder.name, reply.status]).not.toContain(404)
  const seesSecrets = holder.scopes === 'person' || holder.scopes.includes('secrets')
  if (!seesSecrets) expectNoSecret(reply.text)
}

/** A cell that succeeds may change what it names, so it gets new records, unless its operation only reads. */
async function recordsForCell({ endpoint, row, holder }: Omit<Cell, 'bearer'>): Promise<RecordIds> {
  const caller = callerOf(holder)
  const records = kept.get(caller)
  if (endpoint.method === 'GET' && records) return records
  const token = await tokenOf(caller)
  // The matrix creates more records, and sends more test events, than a person may at once.
  await database.db.pool.query('delete from rate_buckets')
  return recordsOf(token, recordsNamedBy(row))
}

function recordsOf(bearer: string, names?: ReadonlySet<string>): Promise<RecordIds> {
  return createRecords({ api, bearer, createPersona: () => createPersona(bearer) }, names)
}

/** The status with which the lock refuses a credential, whatever record it names; null where the lock accepts it. */
function refusalOf({ audience, role, scopes }: AcceptedCallers, holder: Holder): 401 | 403 | null {
  if (audience === 'public') return null
  if (holder.scopes === 'none') return 401
  const isPerson = holder.scopes === 'person'
  if (role && !holder.isAdministrator) return 403
  if (audience === 'person') return isPerson ? null : 403
  if (audience === 'api_key') return isPerson ? 403 : null
  if (isPerson || !scopes) return null
  return scopes.some((scope) => holder.scopes.includes(scope)) ? null : 403
}

function callerOf({ isAdministrator }: Holder): Person {
  return isAdministrator ? carol : alice
}

function tokenOf({ userId }: Person): Promise<string> {
  return api.deps.accessTokens.sign(userId as OwnerId)
}

async function credentialOf(holder: Holder): Promise<string | null> {
  const { scopes } = holder
  if (scopes === 'none') return null
  // A person may sign out in a cell, and a key may revoke itself: every operation gets new credentials.
  const token = await tokenOf(callerOf(holder))
  if (scopes === 'person') return token
  const body = { name: 'Matrix', scopes }
  return (await api.send('POST', '/apikeys', { bearer: token, body })).body.data.secret
}

async function send(endpoint: Endpoint, bearer: string | null, input: object) {
  const context = {
    deps: api.deps,
    bearer,
    signal: new AbortController().signal,
    idempotencyKey: null,
  }
  try {
    const output = await operations.get(endpoint.name)?.(context, async () => input)
    return { status: 200, text: JSON.stringify(output) }
  } catch (error) {
    const { code, message } = toAppError(error)
    return { status: STATUS[code], text: message }
  }
}

function expectNoSecret(text: string): void {
  for (const canary of Object.values(CANARIES)) expect(text).not.toContain(canary)
}

async function createPersona(bearer: string): Promise<number> {
  const persona = { name: 'P', description: '', instructions: 'Sing.' }
  const context = { deps: api.deps, bearer, signal: new AbortController().signal, idempotencyKey: null }
  const created = await operations.get('persona.create')?.(context, async () => persona)
  return (created as { id: number }).id
}

/** A digest of every row of bob, which no cell of another user may change. */
async function snapshot(): Promise<string> {
  const { rows } = await database.db.pool.query<{ digest: string }>(
    `select md5(string_agg(line, '|' order by line)) as digest from (
      select t::text as line from llm_configs t where user_id = $1
      union all select t::text from agents t where user_id = $1
      union all select t::text from sessions t where user_id = $1
      union all select t::text from runs t where user_id = $1
      union all select t::text from data_sources t where user_id = $1
      union all select t::text from personas t where user_id = $1
      union all select t::text from webhooks t where user_id = $1
      union all select d::text from webhook_deliveries d join webhooks t on t.id = d.webhook_id where user_id = $1
      union all select t::text from api_keys t where user_id = $1) as lines`,
    [
      (await database.db.pool.query('select user_id from agents where id = $1', [bobs.agent_id])).rows[0]
        .user_id,
    ],
  )
  return rows[0]?.digest ?? ''
}
