import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel } from '@parley/agent/testing'
import { router } from '@parley/api'
import { createTestApi, type TestApi } from '@parley/api/testing'
import { readLedgerHead } from '@parley/db'
import { createTestDatabase, useTestDatabase } from '@parley/db/testing'
import { startDemoModel } from '@parley/demo-model'
import { createLedgerClient, formatAmount, parseJson, stringifyJson } from '@parley/ledger'
import { openNetwork, type RpcServer, startRpcServer } from '@parley/ledger-node'
import { createEgress, type Egress } from '@parley/net'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '../env.ts'
import { createModels } from './create-models.ts'
import { type OpenData, openData } from './open-data.ts'
import { openSandbox } from './open-sandbox.ts'

const QUESTION =
  'Which active validator has the highest total stake, and what share of all stake is that? Draw the top five.'
const DEMO_URL = 'http://parley.test/demo-model/v1'

const database = useTestDatabase()
let folder: string
let egress: Egress
let node: RpcServer
let demoModel: Awaited<ReturnType<typeof startDemoModel>>
let opened: OpenData
let api: TestApi
let token: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-web-ledger-'))
  node = await startRpcServer(openNetwork({ folder: join(folder, 'node') }).chain, { port: 0 })
  // A network begins when its files are written, so two would have different transactions.
  await cp(join(folder, 'node'), join(folder, 'ledger'), { recursive: true })
  demoModel = await startDemoModel({ port: 0 })
  egress = createEgress({ mode: 'local', allow: [], ownPorts: [], operatorUrls: [node.url] })
  api = createTestApi({ db: database.db, model: scriptedModel([]).model })
  Object.assign(api.deps, createModels(egress, { shown: DEMO_URL, actual: demoModel.url }))
  await open()
  token = (await api.signIn()).token
  const { currentBlockHeight } = await client().emissionInfo()
  await untilRead('local', currentBlockHeight)
  await untilRead('main', 1n)
})
afterAll(async () => {
  await opened.close()
  await demoModel.close()
  await egress.close()
  await node.close()
  await rm(folder, { recursive: true, force: true })
})

/** Opens the data of an installation with a local network and a node. Close the previous one first. */
async function open(): Promise<void> {
  const settings = readSettings({
    DATABASE_URL: database.url,
    PARLEY_DATA_DIR: folder,
    LEDGER_MAIN_RPC_URL: node.url,
  })
  const log = pino({ level: 'silent' })
  opened = openData(settings, {
    db: database.db,
    egress,
    log,
    store: null,
    sandbox: await openSandbox(settings, log),
    apiKeyPepper: Buffer.alloc(32),
    ledgerNodePauseMs: 500,
  })
  Object.assign(api.deps, { data: opened.data })
}

async function untilRead(network: string, height: bigint): Promise<void> {
  while (((await readLedgerHead(database.db, network))?.height ?? -1n) < height) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** A client of a network through the service. */
function client(at = 0) {
  return createLedgerClient({
    transport: async (request) => {
      const headers = { 'content-type': 'application/json' }
      const body = stringifyJson(request)
      const reply = await opened.ledger[at]?.answer({ method: 'POST', headers, body })
      return parseJson(reply?.body ?? '')
    },
  })
}

const send = async (method: string, path: string, body?: object) =>
  (await api.send(method, path, { bearer: token, ...(body && { body }) })).body

async function select(sql: string, bearer = token) {
  const signal = new AbortController().signal
  const caller = router.createCaller({ deps: api.deps, bearer, signal, idempotencyKey: null })
  return (await caller.dataSource.query({ sql })).rows
}

async function sourceCalled(wanted: string) {
  const { data } = await send('GET', '/data_source')
  return data.data_sources.find(({ name }: { name: string }) => name === wanted)
}

const wholes = (amount: bigint) => formatAmount(amount, { decimals: 9 }).replaceAll(',', '')

describe('every user has the ledger as a data source', () => {
  test('with tables, units and the start of its history', async () => {
    const { id, kind, table_count, description } = await sourceCalled('ledger')
    expect([kind, table_count]).toEqual(['ledger', 10])
    expect(description).toContain('It holds every block since the network began.')
    const main = await sourceCalled('ledger_main')
    expect(main.description).toContain('History starts when this service began to watch the network')

    const { data } = await send('GET', `/data_source/${id}`)
    const validators = data.tables.find(({ name }: { name: string }) => name === 'ledger.validators')
    expect(validators.columns).toContainEqual({
      name: 'total_stake',
      type: 'DECIMAL(29,9)',
      description: 'Own and delegated stake together, in CHN.',
      samples: [],
    })
  })

  test("with the network's own figures to the last digit", async () => {
    const rows = await select(
      'SELECT node_id, is_active, total_stake FROM ledger.validators ORDER BY node_id',
    )
    const { validators } = await client().allValidators()
    const byId = validators.toSorted((a, b) => (a.nodeID < b.nodeID ? -1 : 1))
    expect(rows.map(({ node_id, is_active }) => [node_id, is_active])).toEqual(
      byId.map(({ nodeID, isActive }) => [nodeID, isActive]),
    )
    for (const [at, { stakedAmount, delegatedAmount }] of byId.entries())
      expect(Number(rows[at]?.total_stake)).toBe(Number(wholes(stakedAmount + delegatedAmount)))
  })

  test('also another user, joined with an uploaded file', async () => {
    const other = (await api.signIn()).token
    const content = 'node,nickname\nNodeID-MeH92mLBM3VrrwaPWnci955v2fBGsxY16,Big one'
    const body = { name: 'names', format: 'csv', content }
    await api.send('POST', '/data_source', { bearer: other, body })
    const rows = await select(
      'SELECT nickname, total_stake FROM validators JOIN names.names ON node = node_id',
      other,
    ).catch(() => null)
    // Both networks have a table of this name, so the statement must name the network.
    expect(rows).toBe(null)
    expect(
      await select('SELECT nickname, state FROM ledger.validators JOIN names.names ON node = node_id', other),
    ).toEqual([{ nickname: 'Big one', state: 'active' }])
  })
})

describe('a statement', () => {
  const heightSeen = async () => BigInt(String((await select('SELECT height FROM ledger.supply'))[0]?.height))

  test('reads the newest followed block, and follows the network', async () => {
    const before = (await readLedgerHead(database.db, 'local'))?.height ?? 0n
    expect(await heightSeen()).toBeGreaterThanOrEqual(before)
    await untilRead('local', before + 1n)
    expect(await heightSeen()).toBeGreaterThan(before)
  })

  test('reads one height, also while the network moves and many users ask', async () => {
    const sql = `SELECT (SELECT sum(total_stake) FROM ledger.validators) AS staked, total_staked, height,
      (SELECT max(height) FROM ledger.emission_epochs) AS epoch_height FROM ledger.supply`
    const all = (await Promise.all(Array.from({ length: 6 }, () => select(sql)))).flat()
    for (const row of all) {
      expect(row.staked).toBe(row.total_staked)
      expect(BigInt(String(row.height)) - BigInt(String(row.epoch_height))).toBeLessThan(10n)
    }
  })

  test('reads everything after a stop and a restart', async () => {
    const count = `SELECT count(*) AS epochs, min(first_epoch) AS first, sum(epoch - first_epoch + 1) AS covered
      FROM ledger.emission_epochs`
    const [before] = await select(count)
    const { id } = await sourceCalled('ledger')
    await opened.close()
    await open()
    expect((await sourceCalled('ledger')).id).toBe(id)
    const [after] = await select(count)
    expect(Number(after?.epochs)).toBeGreaterThanOrEqual(Number(before?.epochs))
    expect(after?.first).toEqual(before?.first)
    // No gap and no duplicate: the rows cover as many epochs as there are rows.
    expect(Number(after?.covered)).toBe(Number(after?.epochs))
  })

  test('of a node also reads the records that clients looked up there, after the next read', async () => {
    const known = 'SELECT tx_id, success, fee FROM ledger_main.transactions'
    expect(await select(known)).toEqual([])
    // The node may be a block behind, so the oldest transaction is asked for.
    const oldest = 'SELECT tx_id FROM ledger.transactions ORDER BY height LIMIT 1'
    const [{ tx_id: txId } = {}] = await select(oldest)
    const { fee } = await client(1).tx({ txId: String(txId) })
    let rows = await select(known)
    while (rows.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 500))
      rows = await select(known)
    }
    expect(rows).toMatchObject([{ tx_id: txId, success: true }])
    expect(Number(rows[0]?.fee)).toBe(Number(wholes(fee)))
  })

  test('is refused with "on its way" before a network was ever read', async () => {
    const untouched = await createTestDatabase()
    const settings = readSettings({
      DATABASE_URL: untouched.url,
      PARLEY_DATA_DIR: folder,
      LEDGER_RPC_URL: 'http://127.0.0.1:1',
    })
    const logged: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void logged.push(line) })
    const empty = openData(settings, {
      db: untouched.db,
      egress,
      log,
      store: null,
      sandbox: await openSandbox(settings, log),
      apiKeyPepper: Buffer.alloc(32),
    })
    const [ledger] = empty.data.offered
    expect(ledger?.name).toBe('ledger')
    await expect(ledger?.offered.open(['supply'])).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The ledger network is just being read for the first time; try again in a few seconds.',
    })
    // The log says why in a sentence, without a stack.
    await expect.poll(() => logged.length).toBeGreaterThan(0)
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({ network: 'default', reason: expect.any(String) })
    expect(logged.join()).not.toMatch(/stack|\.ts:/)
    await empty.close()
    await untouched.drop()
  })
})

test('the demo model names the leading validator and its share over REST, and draws a chart', async () => {
  const model = { name: 'Demo', provider: 'ollama', model: 'parley-demo', base_url: DEMO_URL }
  const { id } = (await send('POST', '/llm_config', model)).data
  const tools = ['find_metadata', 'execute_sql', 'create_graph'].map((tool_name) => ({
    tool_name,
    tool_server_id: 'parley',
  }))
  const agent = { name: 'Ledger analyst', model_config_id: id, tools }
  const { agent_id } = (await send('POST', '/agent', agent)).data
  const { session_id } = (await send('POST', '/chat/session/new', { agent_id })).data
  const { data } = await send('POST', '/chat/query', { session_id, query: QUESTION })

  const { validators } = await client().allValidators()
  const active = validators
    .filter(({ isActive }) => isActive)
    .map(({ nodeID, stakedAmount, delegatedAmount }) => ({ nodeID, stake: stakedAmount + delegatedAmount }))
    .sort((a, b) => (a.stake < b.stake ? 1 : -1))
  const all = active.reduce((sum, { stake }) => sum + stake, 0n)
  const [first] = active
  const share = Number(((first?.stake ?? 0n) * 1_000_000n) / all) / 10_000
  const stake = formatAmount(first?.stake ?? 0n, { decimals: 9 })
  expect(data.content).toContain(
    `**${first?.nodeID}** has the highest total stake (active): ${stake} CHN, ${share.toFixed(2)} % of all.`,
  )
  expect(data.artifacts).toEqual([
    expect.stringMatching(/^artifacts\/.*\.png$/),
    expect.stringMatching(/^artifacts\/.*\.mjs$/),
  ])
  const run = (await send('GET', `/chat/run/${data.run_id}`)).data
  expect(run.steps.map(({ agent_name }: { agent_name: string }) => agent_name)).toEqual([
    'find_metadata',
    'execute_sql',
    'create_graph',
    'final_response',
  ])
  const rows: { node_id: string; total_stake: string }[] = run.steps[1].output.rows
  expect(rows.map(({ node_id }) => node_id)).toEqual(active.slice(0, 5).map(({ nodeID }) => nodeID))

  // Every number that the answer read from the ledger carries the block of the statement.
  const height = run.steps[1].output.sources[0].block_height
  const followed = Number((await readLedgerHead(database.db, 'local'))?.height)
  expect(height).toBeGreaterThan(0)
  expect(height).toBeLessThanOrEqual(followed)
  const { evidence } = (await send('GET', `/chat/run/${data.run_id}/evidence`)).data
  expect(evidence.results[0].sources).toEqual([{ name: 'ledger', updated_at: null, block_height: height }])
  const fromLedger = evidence.spans.filter(({ step_id }: { step_id: number | null }) => step_id === 2)
  expect(fromLedger.length).toBeGreaterThan(1)
  for (const span of fromLedger) expect(span.block_height).toBe(height)
})
