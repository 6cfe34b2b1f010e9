import type { DataConnection } from '@parley/contract'
import { COMPONENT_TEXTS } from '#web/console/components/texts.ts'
import { SOURCE_TEXTS } from '../texts.ts'

const texts = SOURCE_TEXTS.connection

/** The kinds of data sources that are reached over the network. */
export const CONNECTION_KINDS: readonly DataConnection['kind'][] = [
  'postgresql',
  'mysql',
  'http_api',
  'clickhouse',
  'trino',
]

/** The values of the form, with the fields of all kinds. */
export type ConnectionFormValues = {
  kind: DataConnection['kind']
  name: string
  host: string
  port: string
  database: string
  catalog: string
  user: string
  password: string
  tls: 'auto' | 'off' | 'require' | 'verify'
  url: string
  schemas: string
  headers: string
  records_path: string
}

export const emptyConnection: ConnectionFormValues = {
  kind: 'postgresql',
  name: '',
  host: '',
  port: '',
  database: '',
  catalog: '',
  user: '',
  password: '',
  tls: 'auto',
  url: '',
  schemas: '',
  headers: '',
  records_path: '',
}

/** The fields of each kind, in their order on the form. */
export const FIELDS: Readonly<Record<DataConnection['kind'], readonly (keyof ConnectionFormValues)[]>> = {
  postgresql: ['host', 'port', 'database', 'user', 'password', 'tls', 'schemas'],
  mysql: ['host', 'port', 'database', 'user', 'password', 'tls'],
  http_api: ['url', 'headers', 'records_path'],
  clickhouse: ['url', 'database', 'user', 'password'],
  trino: ['url', 'catalog', 'user', 'password', 'schemas'],
}

/** The fields that a person rarely fills in. */
export const ADVANCED: readonly (keyof ConnectionFormValues)[] = ['tls', 'schemas', 'headers', 'records_path']

const REQUIRED = ['host', 'database', 'catalog', 'user', 'url'] as const

/** The invalid values of the chosen kind, by field. */
export function checkConnection(values: ConnectionFormValues): Record<string, string> {
  const fields = FIELDS[values.kind]
  const errors: Record<string, string> = {}
  if (values.name.trim() === '') errors.name = COMPONENT_TEXTS.required
  for (const field of REQUIRED) {
    if (fields.includes(field) && values[field].trim() === '') errors[field] = COMPONENT_TEXTS.required
  }
  if (fields.includes('url') && !/^https?:\/\/./.test(values.url.trim())) errors.url = texts.badUrl
  if (fields.includes('port') && !isPort(values.port)) errors.port = texts.badPort
  if (fields.includes('headers') && readHeaders(values.headers) === null) errors.headers = texts.badHeader
  return errors
}

/** The connection in the form of a request. */
export function toConnection(values: ConnectionFormValues): DataConnection {
  const { database, catalog, user, password, url, schemas: listed } = trimmed(values)
  const schemas = listed
    .split(',')
    .map((schema) => schema.trim())
    .filter((schema) => schema !== '')
  const login = { user, ...(password !== '' && { password }) }
  const chosen = schemas.length > 0 ? { schemas } : {}
  switch (values.kind) {
    case 'postgresql':
      return { kind: 'postgresql', ...toServer(values), ...chosen }
    case 'mysql':
      return { kind: 'mysql', ...toServer(values) }
    case 'clickhouse':
      return { kind: 'clickhouse', url, database, ...login }
    case 'trino':
      return { kind: 'trino', url, catalog, ...login, ...chosen }
    case 'http_api':
      return toApi(values)
  }
}

function toServer(values: ConnectionFormValues) {
  const { host, port, database, user, password } = trimmed(values)
  return {
    host,
    database,
    user,
    ...(port !== '' && { port: Number(port) }),
    ...(password !== '' && { password }),
    ...(values.tls !== 'auto' && { tls: values.tls }),
  }
}

function toApi(values: ConnectionFormValues): DataConnection {
  const { url, records_path } = trimmed(values)
  const headers = readHeaders(values.headers) ?? {}
  return {
    kind: 'http_api',
    url,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(records_path !== '' && { records_path }),
  }
}

/** Spaces in a password are kept. */
function trimmed(values: ConnectionFormValues) {
  const { host, port, database, catalog, user, url, schemas, records_path } = values
  return {
    host: host.trim(),
    port: port.trim(),
    database: database.trim(),
    catalog: catalog.trim(),
    user: user.trim(),
    url: url.trim(),
    schemas: schemas.trim(),
    records_path: records_path.trim(),
    password: values.password,
  }
}

function isPort(text: string): boolean {
  const port = Number(text)
  return text.trim() === '' || (Number.isInteger(port) && port >= 1 && port <= 65_535)
}

/** Parses lines of `Name: value`; null when a line has another form. */
function readHeaders(text: string): Record<string, string> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line))
  if (pairs.includes(null)) return null
  return Object.fromEntries(pairs.flatMap((pair) => (pair?.[1] ? [[pair[1], pair[2] ?? '']] : [])))
}
