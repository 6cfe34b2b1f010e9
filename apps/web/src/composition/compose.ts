import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import {
  createAccessTokens,
  createCipher,
  type Deps,
  type IdentityProvider,
  type InstallationSecrets,
  openApprovalWaits,
  openCatalogs,
  openInstallationSecrets,
  openRunEventLog,
  openTurnsInFlight,
} from '@parley/core'
import type { Sandbox } from '@parley/data'
import { openDatabase, openRunNotices } from '@parley/db'
import { startDemoModel } from '@parley/demo-model'
import { createEgress, type Egress } from '@parley/net'
import type { Logger } from 'pino'
import { masterKeyFile, type Settings } from '../env.ts'
import { awaitDatabase } from './await-database.ts'
import { claimDataFolder } from './claim-data-folder.ts'
import { createCheckWebhookUrl } from './create-check-webhook-url.ts'
import { createContractVerifier } from './create-contract-verifier.ts'
import { createModels } from './create-models.ts'
import { createPostWebhook } from './create-post-webhook.ts'
import { createFolderBlobs } from './folder-blobs.ts'
import type { LedgerNetworks } from './ledger-networks.ts'
import { loadMasterKeys } from './master-keys.ts'
import { PROVIDER_CALLBACK } from './mount-provider-sign-in.ts'
import { createObjectBlobs } from './object-blobs.ts'
import { openData } from './open-data.ts'
import { openIdentityProvider } from './open-identity-provider.ts'
import { openObjectStore } from './open-object-store.ts'
import { openRegisteredClients, openRegistry } from './open-registry.ts'
import { openToolServers, toolServerTimes } from './open-tool-servers.ts'
import { openTraces } from './open-traces.ts'
import { readLimits } from './read-limits.ts'
import { registryUrls } from './registry-urls.ts'
import { shareLedger } from './share-ledger.ts'

export type Composition = {
  readonly deps: Deps
  readonly secrets: InstallationSecrets
  readonly ledger: LedgerNetworks
  /** How the system confines sandbox children. */
  readonly sandbox: Pick<Sandbox['isolation'], 'mode' | 'gaps'>
  /** Null without one. */
  readonly identityProvider: IdentityProvider | null
  /** Releases everything. Call it after the turns have ended. */
  readonly close: () => Promise<void>
}

/**
 * Creates every impure part of the service once, and waits for an unavailable database. The caller has applied the
 * migrations. The sandbox is closed with the rest.
 */
export async function compose(
  settings: Settings,
  log: Logger,
  sandboxOpens: Promise<Sandbox>,
): Promise<Composition> {
  const cipher = createCipher(loadMasterKeys(settings.masterKeys, masterKeyFile(settings)))
  const db = openDatabase({ url: settings.databaseUrl, poolSize: settings.databaseConnections })
  const secrets = await awaitDatabase(() => openInstallationSecrets(db, cipher), log)
  await claimDataFolder(settings.dataDirectory, secrets)
  const demoModel = settings.mode === 'local' ? await startDemoModel({ port: 0 }) : null
  const egress = openEgress(settings)
  const store = openObjectStore(settings, egress)
  const traces = await openTraces(settings, egress, log)
  await awaitDatabase(() => shareLedger(settings, db), log)
  const { apiKeyPepper } = secrets
  const sandbox = await sandboxOpens
  const sources = openData(settings, { db, egress, log, store, sandbox, apiKeyPepper })
  const { origin } = settings
  const runNotices = openRunNotices(db)
  const external = await openExternalTools(settings, egress, { db, cipher })

  const deps: Deps = {
    db,
    cipher,
    accessTokens: createAccessTokens(secrets.accessTokenKey, origin),
    admission: settings.admission,
    apiKeyPepper: secrets.apiKeyPepper,
    origin,
    ...(settings.chainRpcUrl && {
      isSignedByContract: await createContractVerifier(settings.chainRpcUrl, egress),
    }),
    ...createModels(egress, demoModel && { shown: `${origin}/demo-model/v1`, actual: demoModel.url }),
    turns: openTurnsInFlight(`${hostname()}:${process.pid}:${randomUUID()}`),
    approvals: openApprovalWaits(),
    runEvents: openRunEventLog(db),
    runNotices,
    blobs: store ? createObjectBlobs(store) : createFolderBlobs(join(settings.dataDirectory, 'blobs')),
    data: sources.data,
    catalogs: openCatalogs(),
    toolServers: external.toolServers,
    toolSignIns: external.toolSignIns,
    postWebhook: createPostWebhook(egress),
    checkWebhookUrl: createCheckWebhookUrl(egress),
    ...(await readLimits(settings)),
    now: () => new Date(),
    reportLimit: () => {},
  }
  return {
    deps,
    secrets,
    ledger: sources.ledger,
    sandbox: { mode: sandbox.isolation.mode, gaps: sandbox.isolation.gaps },
    identityProvider: openProvider(settings, egress),
    async close() {
      // The last spans leave through the egress client.
      await traces?.close()
      const parts = [runNotices, external, sources, egress, demoModel]
      await Promise.all(parts.map((part) => part?.close()))
      await db.close()
    },
  }
}

async function openExternalTools(
  settings: Settings,
  egress: Egress,
  { db, cipher }: Pick<Deps, 'db' | 'cipher'>,
) {
  return openToolServers(
    { db, cipher, origin: settings.origin },
    {
      registry: await openRegistry(settings, egress),
      registeredClient: await openRegisteredClients(settings),
      fetch: egress.for('tool_server').fetch,
      ...settings.toolServers,
      ...(settings.registries.smitheryApiKey && { smitheryApiKey: settings.registries.smitheryApiKey }),
    },
  )
}

function openProvider({ identity, origin }: Settings, egress: Egress): IdentityProvider | null {
  if (identity === null) return null
  const redirectUri = `${origin}${PROVIDER_CALLBACK}`
  return openIdentityProvider(identity, { fetch: egress.for('identity').fetch, redirectUri })
}

function openEgress(settings: Settings) {
  return createEgress({
    mode: settings.mode,
    allow: settings.egressAllow,
    operatorUrls: operatorUrls(settings),
    identityUrls: settings.identity ? [settings.identity.issuer] : [],
    ownPorts: [settings.port, Number(new URL(settings.databaseUrl).port || 5432)],
    limits: { tool_server: toolServerTimes(settings.toolServers) },
  })
}

/** The addresses that the operator allows the service to reach, wherever they are. */
function operatorUrls(settings: Settings): string[] {
  const nodes = settings.ledgerNodes.map(({ rpcUrl }) => rpcUrl)
  const { chainRpcUrl, objectStore, sqlCluster, telemetry } = settings
  const others = [chainRpcUrl, objectStore?.endpoint, sqlCluster?.url, telemetry?.url].filter(
    (url) => url != null,
  )
  return [...registryUrls(settings), ...nodes, ...others]
}
