import type { MysqlConnection, PostgresConnection } from '@parley/domain'

/** The target of a child's statement. A server is reached through the relay of the task; files are absolute. */
export type DatabaseTarget =
  | PostgresConnection
  | MysqlConnection
  | { readonly kind: 'sqlite'; readonly path: string }
