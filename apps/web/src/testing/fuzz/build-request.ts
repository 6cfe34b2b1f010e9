import { ENDPOINTS, type Endpoint } from '@parley/contract'
import * as z from 'zod'
import { DOORS } from './doors.ts'
import { encode, toText } from './encode.ts'
import { HOSTILE_VALUES } from './hostile-values.ts'

/** A request of a fuzz run. */
export type FuzzRequest = {
  /** Describes the request in the report. */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly body: string | null
  /** Whether the body stops before its announced length, and whether it is sent in slow pieces. */
  readonly delivery: 'whole' | 'truncated' | 'slow'
  /** The caller's token, one that may be signed out, or none. */
  readonly credential: 'own' | 'spare' | 'none'
}

type Schema = {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
}

type Prepared = { readonly endpoint: Endpoint; readonly sample: Readonly<Record<string, unknown>> }

/** Every operation of the table with a sample of its input. `known` gives values for fields by name. */
export function prepareOperations(known: Readonly<Record<string, unknown>>): readonly Prepared[] {
  return ENDPOINTS.map((endpoint) => {
    const schema = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as Schema
    const sample = Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, field]) => [name, known[name] ?? sampleOf(field)]),
    )
    return { endpoint, sample }
  })
}

/** Every tenth request goes to another door than the operations. */
const DOOR_EVERY = 10

/**
 * Builds the request with the number `seed`: cycles through operations, then hostile values, then fields; and through
 * the other doors in the same way.
 */
export function buildRequest(operations: readonly Prepared[], seed: number): FuzzRequest {
  if (seed % DOOR_EVERY === DOOR_EVERY - 1) return buildDoorRequest(Math.floor(seed / DOOR_EVERY))
  const kinds = Object.entries(HOSTILE_VALUES)
  const { endpoint, sample } = pick(operations, seed)
  const [kind, create] = pick(kinds, Math.floor(seed / operations.length))
  const round = Math.floor(seed / (operations.length * kinds.length))
  const fields = Object.keys(sample)
  const field = fields.length > 0 ? pick(fields, round + seed) : ''
  const input = { ...sample, ...(field !== '' && { [field]: create(seed) }) }
  const isDeletion = endpoint.method === 'DELETE' && field === ''
  return {
    name: `${endpoint.name}: ${field || 'no field'} = ${kind}`,
    delivery: deliveryOf(seed),
    credential: credentialOf(endpoint.name, seed % 20 !== 18 && !isDeletion),
    ...(endpoint.path === null || seed % 3 === 2
      ? toCall(endpoint, input)
      : toRest(endpoint, endpoint.path, input)),
  }
}

function credentialOf(name: string, hasOne: boolean): FuzzRequest['credential'] {
  if (!hasOne) return 'none'
  return name === 'auth.signOut' ? 'spare' : 'own'
}

function buildDoorRequest(seed: number): FuzzRequest {
  const [name, create] = pick(Object.entries(DOORS), seed)
  const [kind, hostile] = pick(Object.entries(HOSTILE_VALUES), Math.floor(seed / Object.keys(DOORS).length))
  const credential = name === 'mcp' ? 'own' : 'none'
  return { name: `${name}: ${kind}`, delivery: deliveryOf(seed), credential, ...create(hostile(seed)) }
}

function deliveryOf(seed: number): FuzzRequest['delivery'] {
  if (seed % 50 === 48) return 'truncated'
  return seed % 200 === 77 ? 'slow' : 'whole'
}

function toCall({ name, method }: Endpoint, input: object) {
  const text = JSON.stringify(input)
  if (method !== 'GET') return { method: 'POST', path: `/api/trpc/${name}`, body: text }
  return { method, path: `/api/trpc/${name}?input=${encode(text)}`, body: null }
}

function toRest(endpoint: Endpoint, path: string, input: Readonly<Record<string, unknown>>) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encode(toText(input[name])) || 'x')
  const query = Object.keys(endpoint.query.shape)
    .filter((name) => input[name] !== undefined)
    .map((name) => `${name}=${encode(toText(input[name]))}`)
  const body = Object.fromEntries(Object.keys(endpoint.body.shape).map((name) => [name, input[name]]))
  return {
    method: endpoint.method,
    path: `/api${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    body: endpoint.method === 'GET' ? null : JSON.stringify(body),
  }
}

function sampleOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice) return sampleOf(choice)
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  if (type === 'array') return schema.items ? [sampleOf(schema.items)] : []
  if (type === 'object') {
    const fields = Object.entries(schema.properties ?? {})
    return Object.fromEntries(fields.map(([name, field]) => [name, sampleOf(field)]))
  }
  if (type === 'integer' || type === 'number') return 1
  return type === 'boolean' ? false : 'x'
}

function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}
