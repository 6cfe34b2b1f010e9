import * as z from 'zod'
import { LIMITS } from './limits.ts'
import { filledText, text } from './text.ts'

/** How strictly a connection is encrypted. */
const TLS_MODES = ['off', 'require', 'verify'] as const

const Host = z
  .string()
  .min(1)
  .max(253)
  .regex(/^[^\s/\\@?#]+$/, 'must be a host name or an address, without a scheme, port or path')
  .meta({ description: 'A host name or an IP address.', examples: ['db.example.com'] })
const Port = z.int().min(1).max(65_535).describe('The port. Default: the usual port of the server.')
const Identifier = filledText(LIMITS.nameLength).describe('A name on the server.')
/** Secrets are stored encrypted and never returned. */
const Password = text(LIMITS.propertyValueLength).describe(
  'The password. It is stored encrypted and never returned.',
)
const Url = filledText(LIMITS.urlLength)
  .refine(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    'must be an http or https address',
  )
  .meta({ description: 'An http or https address.', examples: ['https://api.example.com/v1'] })
const Schemas = z.array(Identifier).min(1).max(100).describe('The schemas to read.')

const Server = z.object({
  host: Host,
  port: Port.optional(),
  database: Identifier,
  user: Identifier,
  password: Password.optional(),
  tls: z
    .enum(TLS_MODES)
    .optional()
    .describe(
      'off: not encrypted. require: encrypted. verify: encrypted, with a certificate that names the host. Default: off on the same machine, verify everywhere else.',
    ),
})

const HeaderName = z.string().regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,200}$/, 'must be the name of a header')
const HeaderValue = z
  .string()
  .max(LIMITS.propertyValueLength)
  .regex(/^[\t\u0020-\u007e\u00a0-\u00ff]*$/, 'must be one line of text')

const HttpEngine = z.object({ url: Url, user: Identifier, password: Password.optional() })

const kind = <Name extends string>(name: Name) => z.literal(name).describe('What is connected.')

const CONNECTIONS = [
  Server.extend({
    kind: kind('postgresql'),
    schemas: Schemas.optional().describe(
      'The schemas to read. Default: every schema that the user may read.',
    ),
  }).meta({ id: 'PostgresqlConnection', description: 'A PostgreSQL server.' }),
  Server.extend({ kind: kind('mysql') }).meta({
    id: 'MysqlConnection',
    description: 'A MySQL or MariaDB server.',
  }),
  z
    .object({
      kind: kind('http_api'),
      url: Url,
      headers: z
        .record(HeaderName, HeaderValue)
        .refine((headers) => Object.keys(headers).length <= LIMITS.propertiesPerTool, 'are too many headers')
        .optional()
        .describe('Headers of every request. They are stored encrypted and never returned.'),
      records_path: filledText(LIMITS.nameLength)
        .optional()
        .describe('Dotted path to the records in the reply. Default: detected.'),
    })
    .meta({ id: 'HttpApiConnection', description: 'An HTTP API that returns records.' }),
  HttpEngine.extend({ kind: kind('clickhouse'), database: Identifier }).meta({
    id: 'ClickhouseConnection',
    description: 'A ClickHouse server, over HTTP.',
  }),
  HttpEngine.extend({ kind: kind('trino'), catalog: Identifier, schemas: Schemas.optional() }).meta({
    id: 'TrinoConnection',
    description: 'A catalog of a Trino server.',
  }),
] as const

const KINDS = CONNECTIONS.map(({ shape }) => shape.kind.value)

/** The connection of a data source, one form per kind. A SQLite database is uploaded instead. */
export const DataConnection = z
  .discriminatedUnion('kind', CONNECTIONS, {
    error: `must be ${KINDS.slice(0, -1).join(', ')} or ${KINDS.at(-1)}`,
  })
  .meta({ id: 'DataConnection', description: 'How a data source is reached, one form per kind.' })
export type DataConnection = z.infer<typeof DataConnection>

/** A connection as examples show it. */
export const CONNECTION_EXAMPLE = {
  kind: 'postgresql',
  host: 'db.example.com',
  port: 5432,
  database: 'shop',
  user: 'reader',
  password: '',
}
