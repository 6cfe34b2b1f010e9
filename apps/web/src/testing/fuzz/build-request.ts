import { ENDPOINTS, type Endpoint } from '@parley/contract'
import * as z from 'zod'
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
  readonly hasCredential: boolean
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

/** Operations that would end the run: they delete what later requests use, or sign the caller out. */
const LEFT_OUT = new Set(['auth.signOut', 'apiKey.revoke'])

/** Every operation of the table with a sample of its input. `known` gives values for fields by name. */
export function prepareOperations(known: Readonly<Record<string, unknown>>): readonly Prepared[] {
  return ENDPOINTS.filter(({ name }) => !LEFT_OUT.has(name)).map((endpoint) => {
    const schema = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as Schema
    const sample = Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, field]) => [name, known[name] ?? sampleOf(field)]),
    )
    return { endpoint, sample }
  })
}

/** Builds the request with the number `seed`: cycles through operations, then hostile values, then fields. */
export function buildRequest(operations: readonly Prepared[], seed: number): FuzzRequest {
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
    hasCredential: seed % 20 !== 19 && !isDeletion,
    ...(endpoint.path === null || seed % 3 === 2
      ? toCall(endpoint, input)
      : toRest(endpoint, endpoint.path, input)),
  }
}

function deliveryOf(seed: number): FuzzRequest['delivery'] {
  if (seed % 50 === 49) return 'truncated'
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

/** A value in an address, cut so that few requests exceed the limit of 16 KB for headers. */
function encode(text: string): string {
  return encodeURIComponent(text.slice(0, 6_000).toWellFormed()).slice(0, 17_000)
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
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
