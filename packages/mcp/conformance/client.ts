/**
 * The client of a conformance scenario: the package's own tool servers, as an agent uses them. Lists the
 * tools of the server whose address is the last argument, calls each once, and signs in where the server asks
 * for it. The suite checks the requests on the wire.
 */

import type { Tool } from '@parley/agent'
import type { JsonObject, JsonValue } from '@parley/domain'
import { isAppError } from '@parley/errors'
import {
  createSignIn,
  createToolServers,
  type ServerTarget,
  type ServerTool,
  type SignIn,
  type SignInRecord,
  type ToolServers,
  toolHash,
} from '../src/index.ts'
import { ownerOf } from '../src/testing/bind.ts'

const MAX_SIGN_INS = 3

type Scenario = {
  readonly client_id?: string
  readonly client_secret?: string
  readonly issuer?: string
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: JsonObject }[]
}

type Session = {
  readonly target: ServerTarget
  readonly servers: ToolServers
  readonly signIn: SignIn
  signIns: number
}

await run(process.argv.at(-1) ?? '', JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}'))

async function run(url: string, scenario: Scenario): Promise<void> {
  const session = openSession(url, scenario)
  try {
    const tools = await listTools(session)
    const calls =
      scenario.toolCalls ?? tools.map((tool) => ({ name: tool.name, arguments: argumentsFor(tool, tools) }))
    for (const call of calls) {
      const tool = tools.find(({ name }) => name === call.name)
      if (tool) await callTool(session, tool, call.arguments)
    }
  } finally {
    await session.servers.close()
  }
}

function openSession(url: string, scenario: Scenario): Session {
  const records = new Map<string, SignInRecord>()
  const { client_id, client_secret, issuer } = scenario
  const signIn = createSignIn({
    fetch,
    redirectUrl: 'http://localhost:3000/callback',
    clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
    store: {
      load: async (key) => records.get(key.toolServerId) ?? null,
      save: async (key, record) => void records.set(key.toolServerId, record),
      remove: async (key) => void records.delete(key.toolServerId),
      // One process, and one call at a time.
      tryLock: async () => true,
      unlock: async () => {},
    },
    ...(client_id
      ? {
          registeredClient: () => ({
            client_id,
            ...(client_secret ? { client_secret } : {}),
            ...(issuer ? { issuer } : {}),
          }),
        }
      : {}),
  })
  const connection = { type: 'http', deploymentUrl: url, configSchema: {} }
  return {
    target: { ownerId: ownerOf('owner'), toolServerId: 'conformance', connection, properties: [] },
    servers: createToolServers({ fetch, authProvider: signIn.authProvider, fetchFor: signIn.fetchFor }),
    signIn,
    signIns: 0,
  }
}

async function listTools(session: Session): Promise<readonly ServerTool[]> {
  try {
    return await session.servers.listTools(session.target)
  } catch (error) {
    if (!isAppError(error) || error.code !== 'conflict' || !(await signInOnce(session))) throw error
    return listTools(session)
  }
}

async function callTool(session: Session, tool: ServerTool, input: JsonObject): Promise<void> {
  const result = await bind(session, tool).call(input, {
    stepId: 1,
    signal: AbortSignal.timeout(25_000),
    onProgress: () => {},
  })
  const isSignInNeeded = result.status === 'refused' && result.content.includes('sign in')
  if (isSignInNeeded && (await signInOnce(session))) return callTool(session, tool, input)
}

function bind({ servers, target }: Session, tool: ServerTool): Tool {
  const { ownerId, toolServerId, connection, properties } = target
  const pin = { hash: toolHash(tool), tool }
  const [bound] = servers.bindTools({
    ownerId,
    bindings: [{ toolServerId, toolName: tool.name, connection, properties, pin }],
  })
  if (!bound) throw new Error('nothing was bound')
  return bound
}

/** The owner's browser: visits the authorization server, which approves at once and sends it back. */
async function signInOnce(session: Session): Promise<boolean> {
  if (session.signIns >= MAX_SIGN_INS) return false
  session.signIns += 1
  const started = await session.signIn.start(session.target)
  if (started.kind === 'signed_in') return true
  const response = await fetch(started.url, { redirect: 'manual' })
  const location = response.headers.get('location')
  if (!location) throw new Error(`the authorization server answered with ${response.status}`)
  await session.signIn.finish(session.target, new URL(location).searchParams)
  return true
}

/**
 * One scenario expects the schema of a tool as this client received it. All others accept any arguments that
 * fit.
 */
function argumentsFor(tool: ServerTool, tools: readonly ServerTool[]): JsonObject {
  const shown = tools.find(({ name }) => name === 'json_schema_2020_12_tool')
  return tool.name === 'json_schema_echo' && shown ? { schema: shown.inputSchema } : sampleArguments(tool)
}

function sampleArguments({ inputSchema }: ServerTool): JsonObject {
  const { properties } = inputSchema
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return {}
  return Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, sampleValue(schema)]))
}

function sampleValue(schema: JsonValue): JsonValue {
  const type =
    typeof schema === 'object' && schema !== null && !Array.isArray(schema) ? schema.type : undefined
  if (type === 'number' || type === 'integer') return 2
  if (type === 'boolean') return true
  if (type === 'array') return []
  return type === 'object' ? {} : 'text'
}
