import type { JsonObject, JsonValue } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { ServerConnection } from '../registry/types.ts'
import { isSecret, secretForms } from './blank-secrets.ts'
import { isObject, propertySchema } from './read-properties.ts'

const SMITHERY_HOST = 'server.smithery.ai'
const RESERVED_HEADER =
  /^(host|connection|content-.*|transfer-encoding|upgrade|te|trailer|accept|cookie|proxy-.*|mcp-.*|last-event-id)$/i

export type AddressRequest = {
  readonly connection: ServerConnection
  readonly configuration: JsonObject
  /** Only Smithery's own gateway receives it. */
  readonly smitheryApiKey?: string | undefined
}

/** The address to connect to. `url` and `headers` may hold secrets, so they are never logged or shown. */
export type ResolvedAddress = {
  readonly url: URL
  readonly headers: Record<string, string>
  /** Secrets to hide in traces, in every form. */
  readonly secrets: readonly string[]
}

type From = {
  readonly header?: string
  readonly template?: string
  readonly query?: string
  readonly url?: string
}

/**
 * Applies configuration to a connection in the form that its schema names: headers, variables of the address,
 * query parameters (nested keys joined by dots), or the whole as one base64 parameter. Throws AppError
 * `invalid_config` when the address is not valid http(s) or a header is invalid.
 */
export function resolveAddress({
  connection,
  configuration,
  smitheryApiKey,
}: AddressRequest): ResolvedAddress {
  const values = flatten(configuration)
  const placed = placements(connection.configSchema, values)
  requireVariables(connection, placed)
  const url = parseUrl(substitute(connection.deploymentUrl, placed))

  const whole = connection.configSchema['x-form'] === 'base64' ? encodeWhole(configuration) : null
  if (whole !== null) url.searchParams.set('config', whole)
  else setQuery(url, placed)
  const gatewayKey = url.host === SMITHERY_HOST ? addSmitheryParts(url, smitheryApiKey) : ''

  const secrets = placed
    .filter(({ key, value, from }) => {
      const schema = propertySchema(connection.configSchema, key.split('.'))
      return isSecret(value, `${key} ${from.header ?? ''}`, schema)
    })
    .map(({ value }) => value)
  return {
    url,
    headers: headersOf(placed),
    secrets: secretForms([...secrets, whole ?? '', gatewayKey].filter(Boolean)),
  }
}

function encodeWhole(configuration: JsonObject): string {
  return Buffer.from(JSON.stringify(configuration)).toString('base64')
}

function setQuery(url: URL, placed: readonly Placement[]): void {
  for (const { key, value, from } of placed) {
    if (!from.header && !from.url) url.searchParams.set(from.query ?? key, value)
  }
}

type Placement = { readonly key: string; readonly value: string; readonly from: From }

/** Lists every value with its destination. A default is used when the schema names its destination. */
function placements(schema: JsonObject, values: ReadonlyMap<string, string>): readonly Placement[] {
  const placed = [...values].map(([key, value]) => ({ key, value, from: fromOf(schema, key) }))
  const properties = isObject(schema.properties) ? schema.properties : {}
  const defaults = Object.entries(properties).flatMap(([key, property]) => {
    if (values.has(key) || !isObject(property) || !isObject(property['x-from'])) return []
    if (property.default === undefined || property.default === null) return []
    return [{ key, value: asText(property.default), from: fromOf(schema, key) }]
  })
  return [...placed, ...defaults]
}

function fromOf(schema: JsonObject, key: string): From {
  const from = propertySchema(schema, key.split('.'))?.['x-from']
  if (!isObject(from)) return {}
  const entries = Object.entries(from).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(entries)
}

function flatten(value: JsonObject, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>()
  for (const [key, entry] of Object.entries(value)) {
    if (isObject(entry)) for (const [inner, text] of flatten(entry, `${prefix}${key}.`)) flat.set(inner, text)
    else flat.set(`${prefix}${key}`, asText(entry))
  }
  return flat
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A variable at the start of the address is itself an address. Everywhere else its value is escaped. */
function substitute(template: string, placed: readonly Placement[]): string {
  return template.replaceAll(/\{([^{}]+)\}/g, (whole, name: string, position: number) => {
    const found = placed.find(({ from }) => from.url === name)
    if (!found) return whole
    return position === 0 ? found.value : encodeURIComponent(found.value)
  })
}

/** Refuses an address with a missing value, because it would be another address. */
function requireVariables(
  { configSchema, deploymentUrl }: ServerConnection,
  placed: readonly Placement[],
): void {
  const keys = isObject(configSchema.properties) ? Object.keys(configSchema.properties) : []
  const isInAddress = (key: string) => deploymentUrl.includes(`{${fromOf(configSchema, key).url}}`)
  const missing = keys.find((key) => isInAddress(key) && !placed.some((at) => at.key === key))
  if (missing === undefined) return
  throw new AppError('invalid_config', `The address of this tool server needs the property "${missing}".`)
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  const isUsable = url && /^https?:$/.test(url.protocol) && !url.username && !url.password
  if (!isUsable) {
    throw new AppError(
      'invalid_config',
      'The configuration of this tool server does not give a valid http(s) address.',
    )
  }
  return url
}

/**
 * Adds the key to the address, where the first generations of the gateway read it, and the path /mcp. Returns
 * the key.
 */
function addSmitheryParts(url: URL, apiKey = ''): string {
  if (!url.pathname.endsWith('/mcp')) url.pathname = `${url.pathname.replace(/\/$/, '')}/mcp`
  if (apiKey) url.searchParams.set('api_key', apiKey)
  return apiKey
}

function headersOf(placed: readonly Placement[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const { key, value, from } of placed) {
    if (!from.header) continue
    const text = from.template ? fill(from.template, placed) : value
    const isValid =
      /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(from.header) && /^[\t\x20-\x7e\x80-\xff]*$/.test(text)
    if (!isValid || RESERVED_HEADER.test(from.header)) {
      throw new AppError(
        'invalid_config',
        `The property "${key}" cannot be sent to the tool server as a header.`,
      )
    }
    headers[from.header.toLowerCase()] = text
  }
  return headers
}

function fill(template: string, placed: readonly Placement[]): string {
  return template.replaceAll(
    /\{([^{}]+)\}/g,
    (whole, name: string) => placed.find(({ key }) => key === name)?.value ?? whole,
  )
}
