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
const Port = z.int().min(1).max(65_535)
const Identifier = filledText(LIMITS.nameLength)
/** Secrets go in and never come out again. */
const Password = text(LIMITS.propertyValueLength)
const Url = filledText(LIMITS.urlLength).refine(
  (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
  'must be an http or https address',
)
const Schemas = z.array(Identifier).min(1).max(100)

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
      'off: plain; require: encrypted; verify: encrypted, with a certificate that names the host. Left out: off on the same machine, verify everywhere else.',
    ),
})

const HeaderName = z.string().regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,200}$/, 'must be the name of a header')
const HeaderValue = z
  .string()
  .max(LIMITS.propertyValueLength)
  .regex(/^[\t\u0020-\u007e\u00a0-\u00ff]*$/, 'must be one line of text')

const HttpEngine = z.object({ url: Url, user: Identifier, password: Password.optional() })

/** How a source is reached, one form per kind. A SQLite database is uploaded instead. */
export const DataConnection = z.discriminatedUnion('kind', [
  Server.extend({
    kind: z.literal('postgresql'),
    schemas: Schemas.optional().describe('Left out: every schema that the user may read.'),
  }),
  Server.extend({ kind: z.literal('mysql') }).describe('MariaDB too.'),
  z.object({
    kind: z.literal('http_api'),
    url: Url,
    headers: z
      .record(HeaderName, HeaderValue)
      .refine((headers) => Object.keys(headers).length <= LIMITS.propertiesPerTool, 'are too many headers')
      .optional(),
    records_path: filledText(LIMITS.nameLength)
      .optional()
      .describe('Dotted path to the records in the reply, where they are not found by themselves.'),
  }),
  HttpEngine.extend({ kind: z.literal('clickhouse'), database: Identifier }),
  HttpEngine.extend({ kind: z.literal('trino'), catalog: Identifier, schemas: Schemas.optional() }),
])
export type DataConnection = z.infer<typeof DataConnection>
