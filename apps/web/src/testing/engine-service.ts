// The service as it is in production, but for two things: no console, and three tools that do nothing in place of the
// built-in ones, so that a benchmark sees the engine alone. `--built-in-tools` keeps those, `--without-run-events`
// stores no events of runs, and `--event-each-turn` records an event of the account in each turn. `--short-bodies` gives a
// body 5 seconds in place of 30. Started by bench/start-service.mjs, settings as always.
import { once } from 'node:events'
import { join } from 'node:path'
import type { Tool } from '@parley/agent'
import { deliverWebhooks, keepTurnLeases, recordEvent } from '@parley/core'
import { applyMigrations, pingDatabase } from '@parley/db'
import { answerRequest as answerDemoModel } from '@parley/demo-model'
import pino from 'pino'
import { compose } from '../composition/compose.ts'
import { mountLedger } from '../composition/mount-ledger.ts'
import { mountSignInCallback, SIGN_IN_CALLBACK } from '../composition/mount-sign-in-callback.ts'
import { mountToolServer } from '../composition/mount-tool-server.ts'
import { openSandbox } from '../composition/open-sandbox.ts'
import { releaseStartMemory } from '../composition/release-start-memory.ts'
import { readSettings } from '../env.ts'
import { createShell, type Mount } from '../shell/create-shell.ts'

const ROWS = '[{"month":1,"average":8.2},{"month":2,"average":9.6}]'

/** The tools, the first of which also does `work`. */
function createTools(work: () => Promise<void>): Tool[] {
  return ['find_metadata', 'execute_sql', 'create_graph'].map((name, index) => ({
    name,
    description: 'Takes anything and gives two rows.',
    parameters: { type: 'object', properties: { query: { type: 'string' } } },
    call: async () => {
      if (index === 0) await work()
      return { status: 'ok', output: { data: ROWS }, content: ROWS }
    },
  }))
}

/** As large as the event of an export. */
const BENCH_EVENT = {
  door: 'rest',
  clientAddress: '203.0.113.7',
  action: 'bench',
  detail: { name: 'sales' },
} as const

/** The heap after garbage collection (node --expose-gc). */
const reportMemory: Mount = async (_, response) => {
  globalThis.gc?.()
  response.end(JSON.stringify(process.memoryUsage()))
}

const settings = readSettings()
const log = pino({ level: settings.logLevel, base: null }, pino.destination(2))
await applyMigrations(settings.databaseUrl, join(import.meta.dirname, '../../../../prisma/migrations'))
const { deps: composed, ledger, close } = await compose(settings, log, openSandbox(settings, log))
const isIdle = !process.argv.includes('--built-in-tools')
const isWithoutEvents = process.argv.includes('--without-run-events')
const noEvents: typeof composed.runEvents = {
  begin: () => ({ append: (event) => event, flush: async () => {}, close: () => {} }),
}
const isRecording = process.argv.includes('--event-each-turn')
const openTools: typeof composed.data.openTools = (owner) =>
  createTools(async () => {
    if (isRecording) await recordEvent(composed, { ...BENCH_EVENT, owner, targetId: 'a1B2c3D4e5F6' })
  })
const deps = {
  ...composed,
  ...(isIdle && { data: { ...composed.data, openTools } }),
  ...(isWithoutEvents && { runEvents: noEvents }),
}
const leases = await keepTurnLeases(deps, (err) => log.error({ err }, 'turn leases could not be kept'))
const deliveries = deliverWebhooks(deps, (err) => log.error({ err }, 'webhooks could not be delivered'))
const shell = createShell({
  deps,
  log,
  inFlightLimit: settings.inFlightLimit,
  pages: null,
  mounts: {
    '/memory': reportMemory,
    '/mcp': mountToolServer(deps, settings),
    [SIGN_IN_CALLBACK]: mountSignInCallback(deps, log),
    '/api/chainapi': mountLedger(ledger),
    '/demo-model': answerDemoModel,
  },
  metricsAccess: 'all',
  ...(process.argv.includes('--short-bodies') && { times: { bodyMs: 5_000 } }),
  isReady: () => pingDatabase(deps.db).then(() => true),
})
shell.server.listen(settings.port, settings.host)
await once(shell.server, 'listening')
releaseStartMemory()
process.stdout.write(`The engine listens on ${settings.origin}\n`)

process.once('SIGTERM', async () => {
  await shell.close(1_000)
  leases.close()
  await deliveries.close()
  await close()
  process.exit(0)
})
