import type { DataConnection } from '@parley/contract'
import type { ConnectionFormValues } from './connection-form-values.ts'

const KINDS: Readonly<Record<string, DataConnection['kind']>> = {
  'postgres:': 'postgresql',
  'postgresql:': 'postgresql',
  'mysql:': 'mysql',
  'mariadb:': 'mysql',
  'clickhouse:': 'clickhouse',
  'trino:': 'trino',
}
/** `sslmode` of PostgreSQL and `ssl-mode` of MySQL, in lower case and without hyphens and underscores. */
const TLS: Readonly<Record<string, ConnectionFormValues['tls']>> = {
  disable: 'off',
  disabled: 'off',
  require: 'require',
  required: 'require',
  verifyca: 'verify',
  verifyfull: 'verify',
  verifyidentity: 'verify',
}

/** Reads a connection URL into the fields of the form. Null for any other text. */
export function readConnectionUrl(text: string): Partial<ConnectionFormValues> | null {
  // The parser of the browser reads hosts and ports only of the schemes that it knows.
  const [, scheme = '', rest = ''] = /^([a-z]+):\/\/(.+)$/i.exec(text.trim()) ?? []
  const kind = KINDS[`${scheme.toLowerCase()}:`]
  const url = parse(`http://${rest}`)
  if (!kind || !url) return null
  const [database = '', schema = ''] = url.pathname.slice(1).split('/').map(decode)
  const login = { user: decode(url.username), password: decode(url.password) }
  const name = database === '' ? {} : { name: database }
  if (kind === 'clickhouse' || kind === 'trino') {
    const isPlain = !/^(true|1|https)$/i.test(
      url.searchParams.get('secure') ?? url.searchParams.get('SSL') ?? '',
    )
    const address = `${isPlain ? 'http' : 'https'}://${url.host}`
    if (kind === 'clickhouse') return { kind, url: address, database, ...login, ...name }
    return { kind, url: address, catalog: database, schemas: schema, ...login, ...name }
  }
  const mode = url.searchParams.get('sslmode') ?? url.searchParams.get('ssl-mode') ?? ''
  const tls = TLS[mode.toLowerCase().replaceAll(/[-_]/g, '')] ?? 'auto'
  return {
    kind,
    host: url.hostname.replaceAll(/[[\]]/g, ''),
    port: url.port,
    database,
    tls,
    ...login,
    ...name,
  }
}

function parse(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  return url && url.hostname !== '' ? url : null
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
