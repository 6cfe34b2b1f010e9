import { createServer, type Server } from 'node:http'
import type { ShellTimes } from './shell-times.ts'

const KEEP_ALIVE_MS = 65_000

type ServerOptions = Pick<ShellTimes, 'headersMs'> & {
  /** Whether a connection may switch to another protocol; hot reload needs it. */
  readonly hasUpgrades: boolean
}

/** Creates the HTTP server, which does not listen yet. The caller handles `request` and `clientError`. */
export function openServer({ headersMs, hasUpgrades }: ServerOptions): Server {
  return createServer({
    headersTimeout: headersMs,
    // The time for a body depends on its size; each body reader has its own limits.
    requestTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // How often the two times above are checked.
    connectionsCheckingInterval: headersMs / 5,
    // The shell checks the header, so that the refusal has the form of every other failure.
    requireHostHeader: false,
    shouldUpgradeCallback: () => hasUpgrades,
  })
}
