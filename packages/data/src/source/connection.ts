import type { MysqlConnection, PostgresConnection } from '@parley/domain'

/** The target of a child's connection: addresses are resolved and checked, files are absolute. */
export type DatabaseTarget =
  | ((PostgresConnection | MysqlConnection) & { readonly address: string })
  | { readonly kind: 'sqlite'; readonly path: string }
