/** `off`: no encryption. `require`: any certificate. `verify`: a valid certificate that names the host. */
type Tls = 'off' | 'require' | 'verify'

type ServerConnection = {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string
  readonly tls: Tls
  /** Schemas to describe; absent for all that the user may read. */
  readonly schemas?: readonly string[]
}

export type PostgresConnection = ServerConnection & { readonly kind: 'postgresql' }
export type MysqlConnection = ServerConnection & { readonly kind: 'mysql' }

/** A SQLite database that was uploaded; `file` is relative to the data folder. */
export type SqliteConnection = { readonly kind: 'sqlite'; readonly file: string }

/** A JSON endpoint whose records become a table. */
export type ApiConnection = {
  readonly kind: 'http_api'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Dotted path to the records in the reply; absent when the service finds them. */
  readonly recordsPath?: string
}

type HttpEngineConnection = {
  /** Origin and path prefix, for example `https://clickhouse.internal:8443`. */
  readonly url: string
  readonly user: string
  readonly password: string
}

export type ClickhouseConnection = HttpEngineConnection & {
  readonly kind: 'clickhouse'
  readonly database: string
}

export type TrinoConnection = HttpEngineConnection & {
  readonly kind: 'trino'
  readonly catalog: string
  /** Schemas to describe; all of the catalog where absent. */
  readonly schemas?: readonly string[]
}

/** How a data source is reached, with its secrets in plain text: keep it out of logs, traces and replies. */
export type Connection =
  | PostgresConnection
  | MysqlConnection
  | SqliteConnection
  | ApiConnection
  | ClickhouseConnection
  | TrinoConnection
