import { clickhouseEngine } from './clickhouse-engine.ts'
import type { Connection } from './connection.ts'
import { databaseEngine } from './database-engine.ts'
import type { EngineOptions, SourceEngine } from './engine.ts'
import { trinoEngine } from './trino-engine.ts'

/** The engine behind a connection to a database. Opens nothing by itself; each call of the engine does. */
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
