import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Model } from '@parley/agent'
import { type ScriptedReply, scriptedModel } from '@parley/agent/testing'
import type { Deps } from '@parley/core'
import { createTestDeps, type TestWorld } from '@parley/core/testing'
import { createTestDatabase, createTestUser, type TestDatabase } from '@parley/db/testing'
import pino from 'pino'
import { createShell, type Shell, type ShellOptions } from '../shell/create-shell.ts'

export type Sent = {
  readonly token?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export type TestShell = {
  readonly origin: string
  readonly port: number
  readonly deps: Deps
  readonly world: TestWorld
  readonly shell: Shell
  /** What the shell logged, one parsed line each. */
  readonly logged: Record<string, unknown>[]
  readonly fetch: (method: string, path: string, sent?: Sent) => Promise<Response>
  /** Sends JSON and gives the data of the reply. Throws unless that is a success. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever field it is about; the api package checks the schemas.
  readonly call: (method: string, path: string, sent?: Sent) => Promise<any>
  /** An access token of a new user. */
  readonly signIn: () => Promise<string>
  /** A session with an agent of its own, bound to the built-in tools. */
  readonly openSession: (token: string) => Promise<string>
  /** Answers the next model calls from a list. */
  readonly script: (...replies: ScriptedReply[]) => void
  readonly close: () => Promise<void>
}

/** The service's HTTP server on a free port, over a database of its own; only models, tools and pages are the test's. */
export async function openTestShell(options: Partial<ShellOptions> = {}): Promise<TestShell> {
  const database = await createTestDatabase()
  const world: TestWorld = { db: database.db, model: scriptedModel([]).model }
  const deps = createTestDeps(world)
  const logged: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: (line) => void logged.push(JSON.parse(line)) })
  const shell = createShell({
    deps,
    log,
    inFlightLimit: 100,
    pages: null,
    isReady: async () => true,
    ...options,
  })
  shell.server.listen(0, '127.0.0.1')
  await once(shell.server, 'listening')
  // A server that listens on TCP has an address of this form.
  const { port } = shell.server.address() as AddressInfo
  const client = createClient(`http://127.0.0.1:${port}`)
  return {
    ...client,
    port,
    deps,
    world,
    shell,
    logged,
    signIn: async () => deps.accessTokens.sign(await createTestUser(database.db)),
    script: (...replies) => {
      world.model = scriptedModel(replies).model
    },
    close: () => close(shell, database),
  }
}

async function close(shell: Shell, database: TestDatabase): Promise<void> {
  await shell.close(0)
  await database.drop()
}

type Client = Pick<TestShell, 'origin' | 'fetch' | 'call' | 'openSession'>

/** Speaks to a running service as its users do. */
function createClient(origin: string): Client {
  const send: Client['fetch'] = (method, path, { token, body, headers, signal } = {}) =>
    fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })

  const call: Client['call'] = async (method, path, sent) => {
    const reply = await send(method, `/api${path}`, sent)
    const envelope = JSON.parse(await reply.text())
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${envelope.message}`)
    return envelope.data
  }

  async function openSession(token: string): Promise<string> {
    const model = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'M' }
    const config = await call('POST', '/llm_config', { token, body: model })
    const tools = ['find_metadata', 'execute_sql', 'create_graph'].map((tool_name) => ({
      tool_name,
      tool_server_id: 'parley',
      properties: [],
    }))
    const agent = await call('POST', '/agent', {
      token,
      body: { name: 'A', model_config_id: config.id, tools },
    })
    const body = { name: 'S', agent_id: agent.agent_id }
    return (await call('POST', '/chat/session/new', { token, body })).session_id
  }

  return { origin, fetch: send, call, openSession }
}

/** A model that gives its answer once `gate` opens, and does not listen to its signal. */
export function modelBehind(gate: Promise<void>, answer: string): Model {
  return async function* (request) {
    await gate
    return yield* scriptedModel([answer]).model(request)
  }
}
