import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { scriptedModel } from '@parley/agent/testing'
import { handleWebRequest, router } from '@parley/api'
import { createTestApi, type TestApi } from '@parley/api/testing'
import { createAgent, createCipher, createLlmConfig, deliverWebhooks, openApprovalWaits } from '@parley/core'
import { findEvents } from '@parley/core/testing'
import { DEFAULT_OWNER } from '@parley/db'
import { useTestDatabase } from '@parley/db/testing'
import { Secret } from '@parley/domain'
import { createCatalog, createOwnerTools, createToolServers, type ToolServers } from '@parley/mcp'
import { startRawServer } from '@parley/mcp/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

const NAME = 'acme/mail'
const SEND = {
  name: 'send',
  description: 'Sends a letter.',
  inputSchema: {
    type: 'object',
    properties: { to: { type: 'string' }, from: { type: 'string' }, api_token: { type: 'string' } },
    required: ['to', 'from'],
  },
}
const CONFIG_SCHEMA = { type: 'object', properties: { mailboxKey: { type: 'string' } } }
const CALL = { toolCalls: [{ name: 'mail_send', arguments: { to: 'eve' } }] }

const database = useTestDatabase()
let servers: ToolServers
let server: Awaited<ReturnType<typeof startRawServer>>
/** Two replicas of one installation. */
let here: TestApi
let there: TestApi
let alice: string
let bob: string
let configId: number
const world: Parameters<typeof createTestApi>[0] = { db: undefined as never, model: scriptedModel([]).model }

beforeAll(async () => {
  server = await startRawServer({ tools: () => [SEND] })
  servers = createToolServers({ fetch })
  const catalog = createCatalog([
    {
      qualifiedName: NAME,
      displayName: 'Mail',
      description: '',
      createdAt: '2026-01-01T00:00:00.000Z',
      useCount: 0,
      homepage: '',
      remote: true,
      iconUrl: '',
      connections: [{ type: 'http', deploymentUrl: `${server.origin}/mcp`, configSchema: CONFIG_SCHEMA }],
      security: { scanPassed: false },
      tools: [SEND],
    },
  ])
  here = createTestApi(Object.assign(world, { db: database.db }))
  there = createTestApi(world)
  Object.assign(here.deps, {
    toolServers: createOwnerTools({ registry: catalog, servers, reservedNames: [] }),
  })
  const { cipher, accessTokens, apiKeyPepper } = here.deps
  Object.assign(there.deps, { cipher, accessTokens, apiKeyPepper })
  alice = (await here.signIn()).token
  bob = (await here.signIn()).token
  const config = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' }
  configId = (await here.send('POST', '/llm_config', { bearer: alice, body: config })).body.data.id
})
afterAll(async () => {
  await servers.close()
  await server.close()
})

const from = { key: 'from', value: 'alice', datatype: 'string' }

function newAgent(approval?: string, tool: object = { tool_name: 'send', tool_server_id: NAME }) {
  const tools = [{ properties: [from], ...tool, ...(approval && { approval }) }]
  return here.send('POST', '/agent', { bearer: alice, body: { name: 'A', model_config_id: configId, tools } })
}

async function ask(approval = 'ask') {
  const { agent_id } = (await newAgent(approval)).body.data
  return here.send('POST', '/chat/invoke-agent', { bearer: alice, body: { agent_id, prompt: 'Write.' } })
}

const caller = ({ deps }: TestApi, bearer: string) =>
  router.createCaller({ deps, bearer, signal: new AbortController().signal, idempotencyKey: null })

async function pending(api: TestApi = there) {
  return vi.waitFor(async () => {
    const [approval] = (await caller(api, alice).run.listApprovals()).approvals
    if (!approval) throw new Error('nothing waits')
    return approval
  }, 20_000)
}

const decide = (api: TestApi, runId: string, body: object, bearer = alice) =>
  api.send('POST', `/chat/run/${runId}/approve`, { bearer, body })

const sent = () =>
  server.calls.filter(({ method }) => method === 'tools/call').map(({ params }) => params.arguments)

test('a webhook hears of a call that waits, with links and without its arguments', async () => {
  const bodies: string[] = []
  world.postWebhook = async (_url, { body }) => {
    bodies.push(body)
    return { status: 200, retryAfter: null }
  }
  const webhook = { url: 'https://example.com/hook', events: ['run.waiting'] }
  const { webhook_id } = (await here.send('POST', '/webhook', { bearer: alice, body: webhook })).body.data
    .webhook
  const deliveries = deliverWebhooks(there.deps, (error) => there.faults.push(error as never), { lookMs: 20 })
  world.model = scriptedModel([CALL, 'No.']).model
  const asked = ask()
  const { run_id, step_id } = await pending()
  await expect.poll(() => bodies.length).toBe(1)
  expect(JSON.parse(bodies[0] ?? '')).toMatchObject({
    type: 'run.waiting',
    data: {
      run_id,
      step_id,
      session_id: null,
      links: {
        approvals: `${there.deps.origin}/api/chat/approvals?run_id=${run_id}`,
        approve: `${there.deps.origin}/api/chat/run/${run_id}/approve`,
      },
    },
  })
  expect(bodies[0]).not.toContain('eve')
  await decide(there, run_id, { step_id, decision: 'deny' })
  await asked
  await deliveries.close()
  await here.send('DELETE', `/webhook/${webhook_id}`, { bearer: alice })
})

test('a step waits until its owner approves it through another replica, with the arguments as edited', async () => {
  const { model, requests } = scriptedModel([CALL, 'Sent.'])
  world.model = model
  const { agent_id } = (await newAgent('ask')).body.data
  const stored = await here.send('GET', `/agent/${agent_id}`, { bearer: alice })
  expect(stored.body.data.tools).toMatchObject([{ approval: 'ask' }])
  const session = { name: 'S', agent_id }
  const { session_id } = (await here.send('POST', '/chat/session/new', { bearer: alice, body: session })).body
    .data
  const { reply } = await here.send('POST', '/chat/query', {
    bearer: alice,
    body: { session_id, query: 'Write.' },
    headers: { accept: 'text/event-stream' },
  })
  let events = ''
  for await (const frame of reply.body as AsyncIterable<string>) {
    events += frame
    if (!frame.includes('"is_waiting":true')) continue
    const { run_id, ...approval } = await pending()
    expect(approval).toMatchObject({ step_id: 1, tool_name: 'send', tool_server_id: NAME })
    expect(approval.arguments).toEqual({ to: 'eve', from: 'alice' })
    expect((await caller(there, bob).run.listApprovals()).approvals).toEqual([])
    expect((await decide(there, run_id, { step_id: 1, decision: 'approve' }, bob)).status).toBe(404)
    expect((await decide(there, run_id, { step_id: 2, decision: 'approve' })).status).toBe(404)
    const edited = { step_id: 1, decision: 'approve', arguments: { to: 'bob' } }
    expect((await decide(there, run_id, edited)).body).toEqual({ status: 'ok', data: {} })
    expect((await decide(there, run_id, { step_id: 1, decision: 'deny' })).status).toBe(404)
  }
  const { run_id } = JSON.parse(/^event: message\ndata: (.*)$/m.exec(events)?.[1] ?? '').data
  const trace = (await there.send('GET', `/chat/run/${run_id}`, { bearer: alice })).body.data.steps
  expect(trace).toMatchObject([{ agent_name: 'send', input: { to: 'bob' }, status: 'ok' }, {}])
  expect(sent()).toEqual([{ to: 'bob', from: 'alice' }])
  expect(requests[1]?.messages.at(-1)?.content).toContain('The owner changed the arguments')
  expect((await caller(here, alice).run.listApprovals()).approvals).toEqual([])
})

test('a denied step is refused, and the model reads why', async () => {
  const { model, requests } = scriptedModel([CALL, 'Not sent.'])
  world.model = model
  const before = sent().length
  const answer = ask()
  const { run_id } = await pending(here)
  await decide(here, run_id, { step_id: 1, decision: 'deny', reason: 'Eve is not ours.' })
  const { trace, content } = (await answer).body.data
  expect(trace).toMatchObject([{ status: 'refused' }, { agent_name: 'final_response' }])
  expect(content).toBe('Not sent.')
  expect(requests[1]?.messages.at(-1)?.content).toContain('Eve is not ours.')
  expect(sent()).toHaveLength(before)
})

test('a tool that is approved for good asks no more, of this agent and with this owner alone', async () => {
  world.model = scriptedModel([CALL, 'Sent.', CALL, 'Sent again.', CALL, 'Not by another.']).model
  const { agent_id } = (await newAgent('ask')).body.data
  const write = (id = agent_id) =>
    here.send('POST', '/chat/invoke-agent', { bearer: alice, body: { agent_id: id, prompt: 'Write.' } })
  const first = write()
  const { run_id } = await pending()
  const always = { step_id: 1, decision: 'approve_always' }
  expect((await decide(there, run_id, always, bob)).status).toBe(404)
  expect((await decide(there, run_id, { ...always, step_id: 2 })).status).toBe(404)
  expect((await decide(there, run_id, always)).status).toBe(200)
  expect((await first).body.data.content).toBe('Sent.')
  expect((await write()).body.data).toMatchObject({ content: 'Sent again.', trace: [{ status: 'ok' }, {}] })

  const { tools } = (await here.send('GET', `/agent/${agent_id}`, { bearer: alice })).body.data
  expect(tools).toEqual([{ tool_name: 'send', tool_server_id: NAME, properties: [from], approval: 'auto' }])
  const other = write((await newAgent('ask')).body.data.agent_id)
  await decide(there, (await pending()).run_id, { step_id: 1, decision: 'deny' })
  expect((await other).body.data).toMatchObject({ trace: [{ status: 'refused' }, {}] })
})

test('approving and denying a tool call are events of the person who decided, with the decision and no argument', async () => {
  world.model = scriptedModel([CALL, 'Sent.', CALL, 'Not sent.']).model
  const runs: string[] = []
  for (const decision of ['approve', 'deny']) {
    const answer = ask()
    const { run_id } = await pending()
    runs.push(run_id)
    expect((await decide(there, run_id, { step_id: 1, decision }, bob)).status).toBe(404)
    expect((await decide(there, run_id, { step_id: 1, decision })).status).toBe(200)
    await answer
  }
  const found = (await findEvents(here.deps, { action: 'run.approve' })).filter(
    ({ targetId, outcome }) => runs.includes(targetId ?? '') && outcome === 'ok',
  )
  const { person } = found[0] ?? {}
  expect(person?.userId).toMatch(/^[0-9a-f-]{36}$/)
  const decided = { door: 'rest', person }
  const [approved, denied] = runs
  expect(found.toReversed()).toMatchObject([
    { ...decided, targetId: approved, detail: { decision: 'approve', step_id: '1' } },
    { ...decided, targetId: denied, detail: { decision: 'deny', step_id: '1' } },
  ])
  expect(JSON.stringify(found)).not.toContain('eve')
})

test('a call that no configured master key opens is listed with the reason, cannot be approved, and can be denied', async () => {
  const { model, requests } = scriptedModel([CALL, 'Not sent.', CALL, 'Sent.'])
  world.model = model
  const before = sent().length
  const { cipher } = here.deps
  const other = createCipher([randomBytes(32)])
  const lost = ask()
  const { run_id } = await pending(here)
  Object.assign(there.deps, { cipher: other })
  try {
    const problem =
      'What this tool call will send cannot be read: no configured master key opens it. Ask the operator to add the former master key to PARLEY_MASTER_KEY, or deny the call and ask again.'
    expect((await caller(there, alice).run.listApprovals()).approvals).toMatchObject([
      { run_id, step_id: 1, tool_name: 'send', arguments: {}, problem },
    ])
    expect((await caller(there, bob).run.listApprovals()).approvals).toEqual([])
    for (const decision of ['approve', 'approve_always']) {
      const refused = await decide(there, run_id, { step_id: 1, decision })
      expect([refused.status, refused.body.message]).toEqual([400, problem])
    }
    expect((await decide(there, run_id, { step_id: 1, decision: 'deny' })).status).toBe(200)
    expect((await lost).body.data).toMatchObject({ content: 'Not sent.', trace: [{ status: 'refused' }, {}] })
    expect(requests[1]?.messages.at(-1)?.content).toContain('cannot be read')
  } finally {
    Object.assign(there.deps, { cipher })
  }
  const next = ask()
  await decide(there, (await pending()).run_id, { step_id: 1, decision: 'approve' })
  expect((await next).body.data.content).toBe('Sent.')
  expect(sent()).toHaveLength(before + 1)
})

test('edited arguments that do not fit are refused, and the call waits on', async () => {
  world.model = scriptedModel([CALL, 'Sent.']).model
  const before = sent().length
  const answer = ask()
  const { run_id } = await pending(here)
  const edited = (step_id: number, to: unknown) => ({ step_id, decision: 'approve', arguments: { to } })
  const refused = await decide(there, run_id, edited(1, 7))
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('"to"') } })
  expect((await decide(there, run_id, edited(1, 7), bob)).status).toBe(404)
  expect((await decide(there, run_id, edited(2, 'ada'))).status).toBe(404)
  expect(sent()).toHaveLength(before)
  expect((await decide(there, run_id, edited(1, 'ada'))).status).toBe(200)
  expect((await answer).body.data.trace).toMatchObject([{ status: 'ok', input: { to: 'ada' } }, {}])
})

describe('fixed arguments', () => {
  const token = { key: 'api_token', value: 'token-123456', datatype: 'string' as const }
  const mailbox = { key: 'mailboxKey', value: 'mailbox-987654', datatype: 'string' as const }
  const invoke = (agent_id: string) =>
    here.send('POST', '/chat/invoke-agent', { bearer: alice, body: { agent_id, prompt: 'Write.' } })

  async function listed(bearer: string) {
    return (await there.send('GET', '/chat/approvals', { bearer })).body.data.approvals
  }

  test('are shown with what waits as they will be sent, secret ones redacted', async () => {
    const { model, requests } = scriptedModel([CALL, 'Sent.'])
    world.model = model
    const tool = { tool_name: 'send', tool_server_id: NAME, properties: [from, token, mailbox] }
    const answer = invoke((await newAgent('ask', tool)).body.data.agent_id)
    const { run_id } = await pending(here)
    const [approval] = await listed(alice)
    expect(approval).toMatchObject({ run_id, tool_name: 'send', tool_server_id: NAME })
    const shown = { to: 'eve', from: 'alice', api_token: '[redacted]' }
    expect(approval.arguments).toEqual(shown)
    expect(await listed(bob)).toEqual([])

    const approve = { step_id: 1, decision: 'approve', arguments: shown }
    expect((await decide(there, run_id, approve, bob)).status).toBe(404)
    expect((await decide(there, run_id, approve)).status).toBe(200)
    expect((await answer).body.data.trace).toMatchObject([{ status: 'ok', input: { to: 'eve' } }, {}])
    expect(sent().at(-1)).toEqual({ to: 'eve', from: 'alice', api_token: 'token-123456' })
    expect(requests[1]?.messages.at(-1)?.content).not.toContain('The owner changed')
  })

  test('cannot be changed by an approval, and the call waits on', async () => {
    world.model = scriptedModel([CALL, 'Sent.']).model
    const answer = ask()
    const { run_id } = await pending(here)
    const approve = (args: object) => ({ step_id: 1, decision: 'approve', arguments: args })
    const refused = await decide(there, run_id, approve({ to: 'ada', from: 'mallory' }))
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('"from"') } })
    expect((await decide(there, run_id, approve({ to: 'ada', from: 'alice' }))).status).toBe(200)
    expect((await answer).body.data.trace).toMatchObject([{ status: 'ok', input: { to: 'ada' } }, {}])
    expect(sent().at(-1)).toEqual({ to: 'ada', from: 'alice' })
  })

  test('of a template are redacted for its users', async () => {
    world.model = scriptedModel([CALL, 'Not sent.']).model
    const config = { provider: 'ollama' as const, model: 'm', baseUrl: 'http://127.0.0.1:1/v1' }
    const { id: modelConfigId } = await createLlmConfig(here.deps, DEFAULT_OWNER, {
      ...config,
      apiKey: new Secret(''),
      params: {},
      name: 'Template',
      description: '',
    })
    const properties = [{ ...from, datatype: 'string' as const, value: new Secret('operator') }]
    const tools = [{ toolName: 'send', toolServerId: NAME, properties, approval: 'ask' as const }]
    const template = { name: 'Template', description: '', modelConfigId, tools, limits: {} }
    const answer = invoke(await createAgent(here.deps, DEFAULT_OWNER, template))
    const { run_id } = await pending(here)
    const [approval] = await listed(alice)
    await decide(there, run_id, { step_id: 1, decision: 'deny' })
    expect((await answer).status).toBe(200)
    expect(approval.arguments).toEqual({ to: 'eve', from: '[redacted]' })
  })
})

test('waiting costs a run none of its time', async () => {
  world.model = scriptedModel([CALL, 'Sent.']).model
  const { agent_id } = (await newAgent('ask')).body.data
  const limits = { limits: { seconds: 1 } }
  await here.send('PATCH', `/agent/${agent_id}`, { bearer: alice, body: limits })
  const body = { agent_id, prompt: 'Write.' }
  const answer = here.send('POST', '/chat/invoke-agent', { bearer: alice, body })
  const { run_id } = await pending(here)
  await setTimeout(1500)
  await decide(here, run_id, { step_id: 1, decision: 'approve' })
  expect((await answer).body.data).toMatchObject({ status: 'ok', trace: [{ status: 'ok' }, {}] })
})

test('a run that waits can be cancelled, and nothing waits any more', async () => {
  world.model = scriptedModel([CALL]).model
  const { agent_id } = (await newAgent('ask')).body.data
  const session = { name: 'S', agent_id }
  const { session_id } = (await here.send('POST', '/chat/session/new', { bearer: alice, body: session })).body
    .data
  const answer = here.send('POST', '/chat/query', { bearer: alice, body: { session_id, query: 'Write.' } })
  const { run_id } = await pending(here)
  expect((await here.send('POST', `/chat/run/${run_id}/cancel`, { bearer: alice })).status).toBe(200)
  expect((await answer).body.data).toMatchObject({ status: 'cancelled', run_id })
  await vi.waitFor(async () => {
    expect((await caller(here, alice).run.listApprovals({ run_id })).approvals).toEqual([])
  }, 20_000)
  expect((await decide(here, run_id, { step_id: 1, decision: 'approve' })).status).toBe(404)
})

test('a client with an API key of the owner finds the waiting step and approves it', async () => {
  world.model = scriptedModel([CALL, 'Sent.']).model
  const { secret } = await caller(here, alice).apiKey.create({ name: 'K' })
  const answer = ask()
  await pending(here)
  expect((await there.send('GET', '/chat/approvals', { bearer: bob })).body.data.approvals).toEqual([])
  const { approvals } = (await there.send('GET', '/chat/approvals', { bearer: secret })).body.data
  expect(approvals).toMatchObject([{ step_id: 1, tool_name: 'send', arguments: { to: 'eve' } }])
  const [{ run_id, step_id }] = approvals
  expect((await decide(there, run_id, { step_id, decision: 'approve' }, secret)).status).toBe(200)
  expect((await answer).body.data.trace).toMatchObject([{ status: 'ok' }, {}])
})

test('a step without an answer counts as denied after the timeout', async () => {
  const { model, requests } = scriptedModel([CALL, 'Not sent.'])
  world.model = model
  Object.assign(here.deps.limits, { approvalMs: 700 })
  const { trace } = (await ask()).body.data
  Object.assign(here.deps.limits, { approvalMs: undefined })
  expect(trace).toMatchObject([{ status: 'refused' }, {}])
  expect(requests[1]?.messages.at(-1)?.content).toContain('the owner did not answer within 1 seconds')
  expect((await here.send('GET', '/chat/approvals', { bearer: alice })).body.data.approvals).toEqual([])
})

test('a step that waits when its process stops counts as denied, and the answer is finished', async () => {
  const { model, requests } = scriptedModel([CALL, 'Not sent.'])
  world.model = model
  const answer = ask()
  await pending()
  here.deps.approvals.close()
  const { content, trace } = (await answer).body.data
  // A process that closes its approvals then ends; here new approvals stand for the next process.
  Object.assign(here.deps, { approvals: openApprovalWaits() })
  expect({ content, trace }).toMatchObject({ content: 'Not sent.', trace: [{ status: 'refused' }, {}] })
  expect(requests[1]?.messages.at(-1)?.content).toContain('the service stops, so the owner cannot answer now')
})

describe('an OpenAI client', () => {
  async function complete(stream: boolean) {
    const { agent_id: model } = (await newAgent('ask')).body.data
    const messages = [{ role: 'user', content: 'Write.' }]
    const headers = { authorization: `Bearer ${alice}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ model, messages, stream })
    const request = new Request('http://parley.test/api/v1/chat/completions', {
      method: 'POST',
      headers,
      body,
    })
    return (await handleWebRequest(here.deps, request, () => {})).text()
  }

  test('receives a notice that the call waits, and the answer after another replica took the approval', async () => {
    world.model = scriptedModel([CALL, 'Sent.']).model
    const reply = complete(true)
    const { run_id } = await pending()
    await decide(there, run_id, { step_id: 1, decision: 'approve' })
    const text = await reply
    expect(text).toContain('"reasoning_content":"Waiting for approval in Parley.')
    expect(text).toContain('"content":"Sent."')
  })

  test('gets an answer when the approval times out', async () => {
    world.model = scriptedModel([CALL, 'Not sent.']).model
    Object.assign(here.deps.limits, { approvalMs: 300 })
    const reply = JSON.parse(await complete(false))
    Object.assign(here.deps.limits, { approvalMs: undefined })
    expect(reply.choices).toMatchObject([{ message: { content: 'Not sent.' }, finish_reason: 'stop' }])
  })

  test('who goes away leaves nothing waiting', async () => {
    world.model = scriptedModel([CALL]).model
    const { agent_id: model } = (await newAgent('ask')).body.data
    const gone = new AbortController()
    const headers = { authorization: `Bearer ${alice}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Write.' }] })
    const request = { method: 'POST', headers, body, signal: gone.signal }
    const url = 'http://parley.test/api/v1/chat/completions'
    const reply = handleWebRequest(here.deps, new Request(url, request), () => {}).catch(() => {})
    const { run_id } = await pending(here)
    gone.abort()
    await reply
    await vi.waitFor(async () => {
      expect((await caller(here, alice).run.listApprovals({ run_id })).approvals).toEqual([])
    }, 20_000)
  })
})

test('a tool of policy never is not offered and not called, one of policy auto is called without asking', async () => {
  const { model, requests } = scriptedModel([CALL, 'Not sent.', CALL, 'Sent.'])
  world.model = model
  const before = sent().length
  expect((await ask('never')).body.data.trace).toMatchObject([{ status: 'error' }, {}])
  expect(requests[0]?.tools).toEqual([])
  expect(sent()).toHaveLength(before)
  expect((await ask('auto')).body.data.trace).toMatchObject([{ status: 'ok' }, {}])
})

test('built-in tools take no policy, and there is no other policy', async () => {
  const builtin = { tool_name: 'execute_sql', tool_server_id: 'parley', properties: [] }
  const refused = await newAgent('ask', builtin)
  expect(refused.status).toBe(400)
  expect(refused.body.message).toContain('execute_sql')
  expect((await newAgent('sometimes')).status).toBe(400)
})
