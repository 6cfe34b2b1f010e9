import type { Connection } from '@parley/domain'
import { clickhouseEngine } from './clickhouse-engine.ts'
import { databaseEngine } from './database-engine.ts'
import type { EngineOptions, SourceEngine } from './engine.ts'
import { trinoEngine } from './trino-engine.ts'

/** Returns the engine of a database connection. Nothing is opened until a call of the engine. */
export function openEngine(
  connection: Exclude<Connection, { kind: 'http_api' }>,
  options: EngineOptions,
): SourceEngine {
  switch (connection.kind) {
    case 'postgresql':
    case 'mysql':
    case 'sqlite':
      return databaseEngine(connection, options)
    case 'clickhouse':
      return clickhouseEngine(connection, options)
    case 'trino':
      return trinoEngine(connection, options)
  }
}
