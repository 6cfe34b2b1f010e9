// A service that a crash run starts, kills and starts again: the real shell and use cases over a real
// database, with a slow model made of rules. Its only argument holds all settings. It prints its port once it
// listens.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { PassThrough } from 'node:stream'
import { createAccessTokens, createCipher, keepTurnLeases, openTurnsInFlight } from '@parley/core'
import { createTestDeps } from '@parley/core/testing'
import { openDatabase } from '@parley/db'
import pino from 'pino'
import { createShell, type Mount } from '../../shell/create-shell.ts'
import { serveUntilStopped } from '../../shell/serve-until-stopped.ts'
import { createNoteTool, slowModel } from './slow-model.ts'

export type ServerPlan = {
  readonly databaseUrl: string
  /** 64 hexadecimal digits, in place of the secrets that survive a restart. */
  readonly key: string
  readonly origin: string
  readonly leaseMs: number
  readonly recoverEveryMs: number
  /** How long a stop waits for turns. */
  readonly graceMs: number
  /** How long a stop is announced before it begins. */
  readonly drainDelayMs?: number
  readonly logLevel: 'error' | 'silent'
}

const plan: ServerPlan = JSON.parse(process.argv[2] ?? '{}')
const key = Buffer.from(plan.key, 'hex')
const db = openDatabase({ url: plan.databaseUrl, poolSize: 10 })
const world = createTestDeps({
  db,
  model: slowModel,
  tools: (saveArtifact) => [createNoteTool(saveArtifact)],
})
const deps = {
  ...world,
  origin: plan.origin,
  cipher: createCipher([key]),
  accessTokens: createAccessTokens(key, plan.origin),
  apiKeyPepper: key,
  turns: openTurnsInFlight(`${process.pid}:${randomUUID()}`, { leaseMs: plan.leaseMs }),
}
const log = pino({ level: plan.logLevel, base: null }, pino.destination(2))
const leases = await keepTurnLeases(deps, (err) => log.error({ err }, 'turn leases could not be kept'), {
  recoverEveryMs: plan.recoverEveryMs,
})

/** Raises an error outside of every handler. */
const fail: Mount = async (_, response) => {
  setImmediate(() => {
    throw new Error('an uncaught exception')
  })
  response.end()
}

/** Rejects a promise that has no handler. */
const reject: Mount = async (_, response) => {
  void Promise.reject(new Error('an unhandled rejection'))
  response.end()
}

/** Raises the error of a broken connection on a stream without an error listener. */
const breakConnection: Mount = async (_, response) => {
  new PassThrough().destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
  response.end()
}

const shell = createShell({
  deps,
  log,
  inFlightLimit: 1000,
  pages: null,
  mounts: { '/fail': fail, '/reject': reject, '/break': breakConnection },
  isReady: async () => true,
})
shell.server.listen(0, '127.0.0.1')
await once(shell.server, 'listening')
// Saves the compile cache now: a killed process would lose it, and the next one would compile everything
// again.
flushCompileCache()
const { graceMs, drainDelayMs = 0 } = plan
const stopped = serveUntilStopped(shell, log, { graceMs, drainDelayMs })
process.stdout.write(`${JSON.stringify(shell.server.address())}\n`)

const exitCode = await stopped
leases.close()
await db.close()
process.exit(exitCode)
