import { once } from 'node:events'
import { join } from 'node:path'
import { keepTemplates, keepTurnLeases } from '@parley/core'
import { applyMigrations, pingDatabase } from '@parley/db'
import { answerRequest as answerDemoModel } from '@parley/demo-model'
import next from 'next'
import pino from 'pino'
import { offerPageServices } from './src/auth/page-services.ts'
import { compose } from './src/composition/compose.ts'
import { createPageServices } from './src/composition/create-page-services.ts'
import { CLIENT_METADATA, mountClientMetadata } from './src/composition/mount-client-metadata.ts'
import { mountLedger } from './src/composition/mount-ledger.ts'
import { mountSignInCallback } from './src/composition/mount-sign-in-callback.ts'
import { mountToolServer } from './src/composition/mount-tool-server.ts'
import { readTemplates } from './src/composition/read-templates.ts'
import { SIGN_IN_CALLBACK } from './src/composition/tool-sign-ins.ts'
import { readSettings, type Settings } from './src/env.ts'
import type { MetricsAccess } from './src/shell/answer-metrics.ts'
import { createShell } from './src/shell/create-shell.ts'
import { serveUntilStopped } from './src/shell/serve-until-stopped.ts'

try {
  await main()
} catch (error) {
  process.stderr.write(`Parley cannot start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

/** Starts the service: database, use cases, console, HTTP; and stops them in the opposite order. */
async function main(): Promise<void> {
  const settings = readSettings()
  const log = pino({ level: settings.logLevel, base: null })
  await applyMigrations(settings.databaseUrl, join(import.meta.dirname, '../../prisma/migrations'))
  const composition = await compose(settings, log)
  const { deps, close } = composition
  if (settings.templatesFile !== null) await keepTemplates(deps, await readTemplates(settings.templatesFile))
  const leases = await keepTurnLeases(deps, (err) => log.error({ err }, 'turn leases could not be kept'))
  offerPageServices(createPageServices(composition, (err) => log.error({ err }, 'internal error')))
  const shell = createShell({
    deps,
    log,
    inFlightLimit: settings.inFlightLimit,
    proxyHops: settings.proxyHops,
    metricsAccess: metricsAccess(settings),
    pages: await openPages(settings),
    mounts: {
      '/mcp': mountToolServer(deps, settings),
      [CLIENT_METADATA]: mountClientMetadata(settings),
      [SIGN_IN_CALLBACK]: mountSignInCallback(deps, log),
      '/api/chainapi': mountLedger(composition.ledger),
      ...(settings.mode === 'local' && { '/demo-model': answerDemoModel }),
    },
    isReady: () =>
      pingDatabase(deps.db).then(
        () => true,
        () => false,
      ),
  })
  shell.server.listen(settings.port, settings.host)
  await once(shell.server, 'listening')
  process.stdout.write(`Parley listens on ${settings.origin}\n`)

  const exitCode = await serveUntilStopped(shell, log)
  leases.close()
  await close()
  process.exit(exitCode)
}

/** On one's own machine they are open; a public service shows them to those who bring the token. */
function metricsAccess({ metricsToken, mode }: Settings): MetricsAccess {
  if (metricsToken !== null) return { token: metricsToken }
  return mode === 'local' ? 'everybody' : 'nobody'
}

async function openPages({ host, port }: Settings) {
  const app = next({ dev: false, dir: import.meta.dirname, hostname: host, port })
  await app.prepare()
  const handle = app.getRequestHandler()
  return async (...exchange: Parameters<typeof handle>) => {
    await handle(...exchange)
  }
}
