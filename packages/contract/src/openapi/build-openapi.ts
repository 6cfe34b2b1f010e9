import { StreamError } from '../chat-event.ts'
import { ENDPOINTS } from '../operations.ts'
import { BASE_PATH } from '../service.ts'
import { describeDeliveries } from './describe-deliveries.ts'
import { describeOperation, IDEMPOTENCY_KEY } from './describe-operation.ts'
import { describeDoors } from './doors.ts'
import { failureResponses, HEADERS } from './failures.ts'
import { type Components, type SchemaNode, toSchema } from './json-schema.ts'
import { type Door, samplesOfDoor } from './samples/write-samples.ts'

/** The OpenAPI 3.1 document of the REST interface, derived from the table of operations. */
export function buildOpenApi(): SchemaNode {
  const components: Components = new Map()
  toSchema(StreamError, components)
  const paths: Record<string, SchemaNode> = {}
  for (const endpoint of ENDPOINTS) {
    if (endpoint.path === null) continue
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: describeOperation(endpoint, components),
    }
  }
  Object.assign(paths, withSamples(describeDoors()))
  const responses = failureResponses(components)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley conversational API',
      version: '1',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'Combine language models with tools into agents, talk to them in sessions or by stateless calls, and read the trace of every answer. Success is 200, and 202 for a run that goes on in the background. Every failure has the same body: a status and a message that says what to do.',
    },
    servers: [{ url: BASE_PATH }],
    tags: tagsOf(paths),
    paths,
    webhooks: describeDeliveries(components),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The secret of an API key, or an access token. An API key needs one of the scopes in `x-scopes` of the operation.',
        },
      },
      parameters: { 'Idempotency-Key': IDEMPOTENCY_KEY },
      headers: HEADERS,
      responses,
      schemas: Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

/** The paths that are not operations of the contract, each call with its examples. */
function withSamples(doors: Record<string, SchemaNode>): Record<string, SchemaNode> {
  const entries = Object.entries(doors).map(([path, { servers, ...methods }]) => {
    const described = Object.entries(methods).map(([method, value]) => {
      // Every entry except `servers` is an operation (OpenAPI 3.1, Path Item Object).
      const door = value as Door
      const samples = samplesOfDoor(method, path, { ...door, isAtOrigin: servers !== undefined })
      return [method, { ...door, 'x-codeSamples': samples }]
    })
    return [path, { ...(servers !== undefined && { servers }), ...Object.fromEntries(described) }]
  })
  return Object.fromEntries(entries)
}

const TAGS: Readonly<Record<string, string>> = {
  apiKey: 'API keys.',
  auth: 'Sign-in with a wallet.',
  mcp: 'Tool servers and the built-in tools.',
  llmConfig: 'Configurations of language models.',
  agent: 'Agents: a model with tools.',
  session: 'Stored conversations.',
  chat: 'Questions to agents and models.',
  run: 'The execution behind an answer, and approvals of its tool calls.',
  persona: 'Styles of replies.',
  dataSource: 'Files, databases and APIs that agents query.',
  account: 'The account of the caller, and the ways to sign in to it.',
  user: 'People with an account. Only administrators may use these operations.',
  event: 'What happened. Only administrators may use these operations.',
  usage: 'What models were used, and what that cost.',
  invitation: 'Links that admit new people.',
  webhook: 'Addresses that get a signed request when runs end or wait.',
  artifact: 'Files that tools made.',
  openai: 'The interface of OpenAI clients.',
  ledger: 'The ledger interface.',
  service: 'Health, metrics and this document.',
}

function tagsOf(paths: Record<string, SchemaNode>) {
  const used = Object.values(paths).flatMap((path) =>
    Object.values(path).flatMap((operation) => (operation as { tags?: string[] }).tags ?? []),
  )
  return [...new Set(used)].map((name) => ({ name, description: TAGS[name] ?? '' }))
}
