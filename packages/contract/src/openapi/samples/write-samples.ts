import type { Endpoint, Method } from '../../endpoint.ts'
import { BASE_PATH } from '../../service.ts'
import { exampleParts } from '../example-input.ts'
import type { Components, SchemaNode } from '../json-schema.ts'
import type { SampleCall, SampleInput } from './sample-call.ts'
import { writeCurl } from './write-curl.ts'
import { writePython } from './write-python.ts'
import { writeTypeScript } from './write-typescript.ts'

const CREDENTIALS = { public: null, user: 'key', api_key: 'key', person: 'token' } as const
const METHODS: Readonly<Record<string, Method>> = { post: 'POST', delete: 'DELETE' }

/** The examples of one operation, in the form that readers of OpenAPI documents know (`x-codeSamples` of Redoc). */
export function samplesOfEndpoint(endpoint: Endpoint, components: Components): SchemaNode[] {
  const { name, method, path, audience } = endpoint
  const { params, query, body } = exampleParts(endpoint, components)
  return writeSamples({
    name,
    method,
    path: path ?? '',
    base: BASE_PATH,
    params,
    query,
    body: Object.keys(endpoint.body.shape).length > 0 ? body : null,
    credential: CREDENTIALS[audience],
    hasFunction: true,
  })
}

/** Paths that are not operations of the contract, and have a function in the clients all the same. */
const WITH_FUNCTION = new Set(['artifact.read', 'dataSource.export'])

/** The examples of one path that is not an operation of the contract, read from its description. */
export function samplesOfDoor(
  method: string,
  path: string,
  { isAtOrigin = false, ...door }: Door,
): SchemaNode[] {
  const body = door.requestBody?.content['application/json']?.example ?? null
  return writeSamples({
    name: door.operationId,
    method: METHODS[method] ?? 'GET',
    path,
    base: isAtOrigin ? '' : BASE_PATH,
    params: Object.fromEntries((door.parameters ?? []).map(({ name }) => [name, name])),
    query: {},
    body,
    credential: (door.security?.length ?? 0) === 1 ? 'key' : null,
    hasFunction: WITH_FUNCTION.has(door.operationId),
    // Model Context Protocol, streamable HTTP: a client accepts both.
    ...(path === '/mcp' && { accept: 'application/json, text/event-stream' }),
  })
}

/** What examples need of the description of a path. */
export type Door = {
  readonly operationId: string
  readonly isAtOrigin?: boolean
  readonly security?: readonly unknown[]
  readonly parameters?: readonly { readonly name: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: SampleInput }>> }
}

function writeSamples(call: SampleCall): SchemaNode[] {
  return [
    { lang: 'bash', label: 'curl', source: writeCurl(call) },
    { lang: 'typescript', label: 'TypeScript', source: writeTypeScript(call) },
    { lang: 'python', label: 'Python', source: writePython(call) },
  ]
}
