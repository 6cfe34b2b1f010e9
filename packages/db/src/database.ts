import { PrismaPg } from '@prisma/adapter-pg'
import { Pool } from 'pg'
import { PrismaClient } from './generated/client.ts'
import { translateFailure } from './translate-failure.ts'

// A request must have its answer or a 503 within five seconds, also when the database hangs: waiting for a
// connection and waiting for a statement together stay below that.
const CONNECT_TIMEOUT_MS = 2000
const STATEMENT_TIMEOUT_MS = 2500
// A little later than the server's own limit, so that it only strikes when the server does not answer at all.
const REPLY_TIMEOUT_MS = 2900
// Connections carry prepared statements; giving them up early would cost more than keeping them.
const IDLE_TIMEOUT_MS = 60_000

/** An open database: Prisma for what is rarely called, the pool for prepared statements. Both use one pool. */
export type Database = {
  readonly prisma: ReturnType<typeof openPrisma>
  readonly pool: Pool
}

/**
 * Opens a pool of at most `poolSize` connections, made when they are first needed; nothing is sent yet.
 * `close` waits for statements under way.
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
    // Not a start-up parameter: connection poolers in between refuse those they do not know.
    onConnect: (client) => client.query(`SET statement_timeout = ${STATEMENT_TIMEOUT_MS}`),
  })
  // An idle connection that breaks has no caller; the pool drops it and the next statement makes another.
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
  return new PrismaClient({ adapter: new PrismaPg(pool) }).$extends({
    query: {
      async $allOperations({ args, query }) {
        try {
          return await query(args)
        } catch (error) {
          throw translateFailure(error)
        }
      },
    },
  })
}
