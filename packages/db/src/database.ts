import { inSpan } from '@parley/telemetry'
import { PrismaPg } from '@prisma/adapter-pg'
import { Pool } from 'pg'
import { PrismaClient } from './generated/client.ts'
import { createStatementNames } from './statement-name.ts'
import { statementSpan } from './statement-span.ts'
import { translateFailure } from './translate-failure.ts'

// A request gets a reply or a 503 within five seconds, also when the database hangs. The timeouts of a
// connection and of a statement together are below that.
const CONNECT_TIMEOUT_MS = 2000
const STATEMENT_TIMEOUT_MS = 2500
// Slightly longer than the server's timeout, so it applies only when the server does not reply at all.
const REPLY_TIMEOUT_MS = 2900
// Connections hold prepared statements, so reopening them costs more than keeping them.
const IDLE_TIMEOUT_MS = 60_000

/** An open database: Prisma Client, and the pool for prepared statements. Both share the pool. */
export type Database = {
  readonly prisma: ReturnType<typeof openPrisma>
  readonly pool: Pool
}

/**
 * Opens a pool of at most `poolSize` connections, which connect when they are first needed. `close` waits for running
 * statements.
 */
export function openDatabase({ url, poolSize }: { url: string; poolSize: number }): Database & {
  close: () => Promise<void>
} {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    application_name: 'parley',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    query_timeout: REPLY_TIMEOUT_MS,
    // Not a start-up parameter, because connection poolers refuse unknown parameters.
    onConnect: (client) => client.query(`SET statement_timeout = ${STATEMENT_TIMEOUT_MS}`),
  })
  // A broken idle connection has no caller. The pool drops it, and the next statement opens another.
  pool.on('error', () => {})
  const prisma = openPrisma(pool)
  return {
    prisma,
    pool,
    async close() {
      await prisma.$disconnect()
      await pool.end()
    },
  }
}

function openPrisma(pool: Pool) {
  return new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: createStatementNames() }),
  }).$extends({
    query: {
      $allOperations({ model, operation, args, query }) {
        const start = () => statementSpan(model ? `${model}.${operation}` : operation)
        return inSpan(start, async () => {
          try {
            return await query(args)
          } catch (error) {
            throw translateFailure(error)
          }
        })
      },
    },
  })
}
