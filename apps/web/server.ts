import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { type Deps, deliverWebhooks, keepTemplates, keepTurnLeases } from '@parley/core'
import { applyMigrations } from '@parley/db'
import { answerRequest as answerDemoModel } from '@parley/demo-model'
import next from 'next'
import pino, { type Logger } from 'pino'
import { offerPageServices } from './src/auth/page-services.ts'
import { awaitDatabase } from './src/composition/await-database.ts'
import { type Composition, compose } from './src/composition/compose.ts'
import { createPageServices } from './src/composition/create-page-services.ts'
import { inPageLanguage } from './src/composition/in-page-language.ts'
import { keepSetupLink } from './src/composition/keep-setup-link.ts'
import { logModelRequests } from './src/composition/log-model-requests.ts'
import { CLIENT_METADATA, mountClientMetadata } from './src/composition/mount-client-metadata.ts'
import { mountLedger } from './src/composition/mount-ledger.ts'
import { mountProviderLogout, PROVIDER_LOGOUT } from './src/composition/mount-provider-logout.ts'
import {
  mountProviderCallback,
  mountProviderStart,
  PROVIDER_CALLBACK,
  PROVIDER_START,
} from './src/composition/mount-provider-sign-in.ts'
import { mountProviderSignOut, PROVIDER_SIGN_OUT } from './src/composition/mount-provider-sign-out.ts'
import { mountSignInCallback, SIGN_IN_CALLBACK } from './src/composition/mount-sign-in-callback.ts'
import { mountToolServer } from './src/composition/mount-tool-server.ts'
import { openSandbox } from './src/composition/open-sandbox.ts'
import { readReadiness } from './src/composition/read-readiness.ts'
import { readTemplates } from './src/composition/read-templates.ts'
import { releaseStartMemory } from './src/composition/release-start-memory.ts'
import { readSettings, type Settings } from './src/env.ts'
import { createShell, type Mount } from './src/shell/create-shell.ts'
import { endUpgradesAtStop } from './src/shell/end-upgrades-at-stop.ts'
import type { MetricsAccess } from './src/shell/handle-metrics.ts'
import { openServer } from './src/shell/open-server.ts'
import { outliveOutput } from './src/shell/outlive-output.ts'
import { serveUntilStopped } from './src/shell/serve-until-stopped.ts'
import { serveWhileStarting } from './src/shell/serve-while-starting.ts'
import { SHELL_TIMES } from './src/shell/shell-times.ts'
import { withCompressedChunks } from './src/shell/with-compressed-chunks.ts'

try {
  await main()
} catch (error) {
  process.stderr.write(`Parley cannot start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

/**
 * Starts HTTP, database, use cases and console, and stops them in the opposite order. The process listens
 * from the beginning, alive but not ready, and waits for an unavailable database.
 */
async function main(): Promise<void> {
  outliveOutput()
  const settings = readSettings()
  const log = pino({ level: settings.logLevel, base: null })
  const server = openServer({ ...SHELL_TIMES, hasUpgrades: settings.isDevelopment })
  const endStart = serveWhileStarting(
    server,
    () => 'Its database does not answer yet, or migrations are running.',
  )
  server.listen(settings.port, settings.host)
  await once(server, 'listening')

  const migrations = join(import.meta.dirname, '../../prisma/migrations')
  const sandbox = openSandbox(settings, log)
  // Reported by `compose`, which awaits it after the migrations.
  sandbox.catch(() => undefined)
  await awaitDatabase(() => applyMigrations(settings.databaseUrl, migrations), log)
  const composition = await compose(settings, log, sandbox)
  const { deps, close } = composition
  await applyTemplates(settings, deps, log)
  const onLeaseError = (err: unknown) => log.error({ err }, 'turn leases could not be kept')
  const leases = await awaitDatabase(() => keepTurnLeases(deps, onLeaseError), log)
  const deliveries = deliverWebhooks(deps, (err) => log.error({ err }, 'webhooks could not be delivered'))
  offerPageServices(createPageServices(composition, (err) => log.error({ err }, 'internal error')))
  const pages = await openPages(settings)
  endStart()
  const shell = createShell({
    ...settings,
    deps,
    log,
    server,
    pages,
    metricsAccess: metricsAccess(settings),
    healthDetails: { sandbox: composition.sandbox },
    mounts: openMounts(settings, composition, log),
    isReady: () => readReadiness(deps.db, { folder: settings.dataDirectory }),
  })
  if (settings.isDevelopment) endUpgradesAtStop(shell.server)
  // Called before the line of output: a program that waits for that line may send a signal at once.
  const stopped = serveUntilStopped(shell, log, settings)
  releaseStartMemory()
  process.stdout.write(`Parley listens on ${settings.origin}\n`)
  // A killed process would lose what Node has compiled, and the next start would compile it again.
  flushCompileCache()
  const setupFile = await awaitDatabase(() => keepSetupLink(deps, settings.dataDirectory), log)
  if (setupFile !== null)
    process.stdout.write(`No administrator yet. The link to become one is in ${setupFile}\n`)

  const exitCode = await stopped
  leases.close()
  await deliveries.close()
  await close()
  process.exit(exitCode)
}

async function applyTemplates({ templatesFile }: Settings, deps: Deps, log: Logger): Promise<void> {
  if (templatesFile === null) return
  const templates = await readTemplates(templatesFile)
  await awaitDatabase(() => keepTemplates(deps, templates), log)
}

function openMounts(
  settings: Settings,
  { deps, ledger, identityProvider: provider }: Composition,
  log: Logger,
): Record<string, Mount> {
  const options = provider && { provider, proxyHops: settings.proxyHops, log }
  return {
    ...(options && {
      [PROVIDER_START]: mountProviderStart(deps, options),
      [PROVIDER_CALLBACK]: mountProviderCallback(deps, options),
      [PROVIDER_LOGOUT]: mountProviderLogout(deps, options),
      [PROVIDER_SIGN_OUT]: mountProviderSignOut(deps, options),
    }),
    '/mcp': mountToolServer(deps, settings),
    [CLIENT_METADATA]: mountClientMetadata(settings),
    [SIGN_IN_CALLBACK]: mountSignInCallback(deps, log),
    '/api/chainapi': mountLedger(ledger),
    ...(settings.mode === 'local' && { '/demo-model': logModelRequests(answerDemoModel, log) }),
  }
}

/** Metrics are open in local mode; in public mode a client sends the token. */
function metricsAccess({ metricsToken, mode }: Settings): MetricsAccess {
  if (metricsToken !== null) return { token: metricsToken }
  return mode === 'local' ? 'all' : 'none'
}

async function openPages({ host, port, isDevelopment }: Settings) {
  const app = next({ dev: isDevelopment, dir: import.meta.dirname, hostname: host, port })
  await app.prepare()
  const handle = app.getRequestHandler()
  const pages = async (...exchange: Parameters<typeof handle>) => {
    // Next's development server adds more listeners to a response than Node's limit for its warning.
    if (isDevelopment) exchange[1].setMaxListeners(0)
    await inPageLanguage(exchange[0].headers, () => handle(...exchange))
  }
  return isDevelopment ? pages : withCompressedChunks(pages, join(import.meta.dirname, '.next/static'))
}
