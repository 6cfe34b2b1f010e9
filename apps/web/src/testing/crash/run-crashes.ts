import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createAccessTokens } from '@parley/core'
import { createAccount, type Database, openDatabase } from '@parley/db'
import { createClient } from '../service-client.ts'
import { checkHistory, type Findings, watchRuns } from './check-history.ts'
import { type Asked, startLoad } from './load.ts'
import type { ServerPlan } from './server.ts'
import { endServer, type Server, startServer } from './server-process.ts'

export type CrashPlan = {
  /** A migrated database for this run alone. */
  readonly databaseUrl: string
  readonly kills: number
  readonly turnsPerSecond: number
  readonly sessions: number
  /** A server is killed during a turn, a random time of at most this length after it began to listen. */
  readonly longestLifeMs: number
  /** No more servers are killed after this time. */
  readonly longestRunMs?: number
  readonly onKill?: (count: number) => void
}

export type CrashReport = Findings & {
  readonly kills: number
  readonly seconds: number
  readonly asked: number
  /** Number of replies by status; `none` when the reply was missing or cut off. */
  readonly replies: Readonly<Record<string, number>>
  /** From the start of a process to its first open port. */
  readonly startMs: { readonly median: number; readonly longest: number }
  /** The exit code of the last server after its regular stop. */
  readonly exitCode: number | null
}

const LEASE_MS = 3_000
const RECOVER_EVERY_MS = 1_000
const ORIGIN = 'http://parley.test'

/**
 * Sends questions to a service, kills its process repeatedly, and then checks the database. The last server
 * runs until every lease has expired and was recovered, and is then stopped.
 */
export async function runCrashes(plan: CrashPlan): Promise<CrashReport> {
  const db = openDatabase({ url: plan.databaseUrl, poolSize: 2 })
  try {
    await watchRuns(db)
    const key = randomBytes(32)
    const token = await signIn(db, key)
    const settings = {
      leaseMs: LEASE_MS,
      recoverEveryMs: RECOVER_EVERY_MS,
      graceMs: 10_000,
      logLevel: 'error',
    } as const
    const servers: ServerPlan = {
      databaseUrl: plan.databaseUrl,
      key: key.toString('hex'),
      origin: ORIGIN,
      ...settings,
    }
    const { asked, startsMs, kills, seconds } = await killAgainAndAgain(plan, { db, servers, token })
    const exitCode = await settle(servers)
    return {
      ...(await checkHistory(db, asked)),
      asked: asked.length,
      replies: countReplies(asked),
      kills,
      seconds,
      startMs: describeStarts(startsMs),
      exitCode,
    }
  } finally {
    await db.close()
  }
}

async function signIn(db: Database, key: Uint8Array): Promise<string> {
  const walletAddress = `0x${randomBytes(20).toString('hex')}`
  const signIn = { kind: 'wallet', issuer: '', subject: walletAddress, label: walletAddress } as const
  const rest = { role: 'member', isRoleConfigured: false, admittedBy: 'open' } as const
  const { owner } = await createAccount(db, { signIn, walletAddress, ...rest })
  return createAccessTokens(key, ORIGIN).sign(owner)
}

async function killAgainAndAgain(
  plan: CrashPlan,
  { db, servers, token }: { readonly db: Database; readonly servers: ServerPlan; readonly token: string },
) {
  const { kills, sessions, turnsPerSecond: perSecond, longestRunMs = Number.POSITIVE_INFINITY } = plan
  const startedAt = performance.now()
  const startsMs: number[] = []
  let server = await startServer(servers)
  const client = createClient(server.origin)
  const sessionIds: string[] = []
  for (let count = 0; count < sessions; count++) sessionIds.push(await client.openSession(token))

  const load = startLoad({ token, sessionIds, perSecond })
  let killed = 0
  while (killed < kills && performance.now() - startedAt < longestRunMs) {
    load.aim(server.origin)
    await wait(randomInt(plan.longestLifeMs))
    await until(() => isAnswering(db, server))
    load.aim(null)
    await endServer(server, 'SIGKILL')
    killed++
    plan.onKill?.(killed)
    server = await startServer(servers)
    startsMs.push(server.startMs)
  }
  load.aim(server.origin)
  await wait(plan.longestLifeMs)
  await until(() => load.asked.some(({ status }) => status === 200))
  await load.stop()
  await endServer(server, 'SIGKILL')
  return { asked: load.asked, startsMs, kills: killed + 1, seconds: (performance.now() - startedAt) / 1000 }
}

/** Returns whether a turn of this server is under way, and not one that a killed server left. */
async function isAnswering(db: Database, { process: { pid } }: Server): Promise<boolean> {
  const { rows } = await db.pool.query(
    `select from runs where status = 'running' and lease_owner like $1 limit 1`,
    [`${pid}:%`],
  )
  return rows.length > 0
}

/** Asks every 5 ms. A slow machine must not end a run in which nothing was tried. */
async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await wait(5)
}

/** Runs one more server for all leases and two rounds of recovery; then stops it regularly. */
async function settle(servers: ServerPlan): Promise<number | null> {
  const server = await startServer(servers)
  await wait(LEASE_MS + 2 * RECOVER_EVERY_MS)
  return endServer(server, 'SIGTERM')
}

function countReplies(asked: readonly Asked[]): Record<string, number> {
  const replies = Map.groupBy(asked, ({ status }) => String(status ?? 'none'))
  return Object.fromEntries([...replies].map(([reply, { length }]) => [reply, length]))
}

function describeStarts(startsMs: readonly number[]) {
  const sorted = startsMs.toSorted((a, b) => a - b)
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, longest: sorted.at(-1) ?? 0 }
}
