import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { createAccessTokens } from '@parley/core'
import { type Database, findOrCreateUserByWallet, openDatabase } from '@parley/db'
import { createClient } from '../service-client.ts'
import { checkHistory, type Findings, watchRuns } from './check-history.ts'
import { type Asked, startLoad } from './load.ts'
import type { ServerPlan } from './server.ts'

export type CrashPlan = {
  /** A migrated database that nobody else uses. */
  readonly databaseUrl: string
  readonly kills: number
  readonly turnsPerSecond: number
  readonly sessions: number
  /** A server is killed at a random moment up to this long after it began to listen. */
  readonly longestLifeMs: number
  /** No more servers are killed after this time. */
  readonly longestRunMs?: number
  readonly onKill?: (count: number) => void
}

export type CrashReport = Findings & {
  readonly kills: number
  readonly seconds: number
  readonly asked: number
  /** How many got which reply; `none` where it did not come or was cut off. */
  readonly replies: Readonly<Record<string, number>>
  /** From the start of a process to its first open port. */
  readonly startMs: { readonly median: number; readonly longest: number }
  /** What the last server ended with when it was asked to stop. */
  readonly exitCode: number | null
}

const LEASE_MS = 3_000
const RECOVER_EVERY_MS = 1_000
const ORIGIN = 'http://parley.test'
const SERVER = join(import.meta.dirname, 'server.ts')

/**
 * Puts turns on a service, kills its process again and again, and reads afterwards what the database holds. The last
 * server lives until every lease has run out and has been looked at, and is then asked to stop.
 */
export async function runCrashes(plan: CrashPlan): Promise<CrashReport> {
  const db = openDatabase({ url: plan.databaseUrl, poolSize: 2 })
  try {
    await watchRuns(db)
    const key = randomBytes(32)
    const token = await signIn(db, key)
    const times = { leaseMs: LEASE_MS, recoverEveryMs: RECOVER_EVERY_MS, graceMs: 10_000 }
    const servers: ServerPlan = {
      databaseUrl: plan.databaseUrl,
      key: key.toString('hex'),
      origin: ORIGIN,
      ...times,
    }
    const { asked, startsMs, kills, seconds } = await killAgainAndAgain(plan, servers, token)
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
  const { owner } = await findOrCreateUserByWallet(db, `0x${randomBytes(20).toString('hex')}`)
  return createAccessTokens(key, ORIGIN).sign(owner)
}

async function killAgainAndAgain(plan: CrashPlan, servers: ServerPlan, token: string) {
  const { kills, sessions, turnsPerSecond: perSecond, longestRunMs = Number.POSITIVE_INFINITY } = plan
  const startedAt = performance.now()
  const startsMs: number[] = []
  let server = await start(servers)
  const client = createClient(server.origin)
  const sessionIds: string[] = []
  for (let count = 0; count < sessions; count++) sessionIds.push(await client.openSession(token))

  const load = startLoad({ token, sessionIds, perSecond })
  let killed = 0
  while (killed < kills && performance.now() - startedAt < longestRunMs) {
    load.aim(server.origin)
    await wait(randomInt(plan.longestLifeMs))
    load.aim(null)
    await end(server.process, 'SIGKILL')
    killed++
    plan.onKill?.(killed)
    server = await start(servers)
    startsMs.push(server.startMs)
  }
  load.aim(server.origin)
  await wait(plan.longestLifeMs)
  await load.stop()
  await end(server.process, 'SIGKILL')
  return { asked: load.asked, startsMs, kills: killed + 1, seconds: (performance.now() - startedAt) / 1000 }
}

/** One more server, for as long as every lease and two rounds of recovery take; then an ordinary stop. */
async function settle(servers: ServerPlan): Promise<number | null> {
  const server = await start(servers)
  await wait(LEASE_MS + 2 * RECOVER_EVERY_MS)
  return end(server.process, 'SIGTERM')
}

type Server = { readonly process: ChildProcess; readonly origin: string; readonly startMs: number }

async function start(servers: ServerPlan): Promise<Server> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [SERVER, JSON.stringify(servers)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'parley-compile-cache') },
  })
  const lines = createInterface({ input: child.stdout })
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => String(text)),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The server ended with ${code}.`))),
  ])
  const { port } = JSON.parse(line)
  return { process: child, origin: `http://127.0.0.1:${port}`, startMs: performance.now() - startedAt }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exit = once(child, 'exit')
  child.kill(signal)
  const [code] = await exit
  return code
}

function countReplies(asked: readonly Asked[]): Record<string, number> {
  const replies = Map.groupBy(asked, ({ status }) => String(status ?? 'none'))
  return Object.fromEntries([...replies].map(([reply, { length }]) => [reply, length]))
}

function describeStarts(startsMs: readonly number[]) {
  const sorted = startsMs.toSorted((a, b) => a - b)
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, longest: sorted.at(-1) ?? 0 }
}
