import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Model, Tool } from '@parley/agent'
import { LIMITS } from '@parley/contract'
import { type Database, type OwnerId, openRunNotices } from '@parley/db'
import type { PartialResult, SaveArtifact } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { AdmissionPolicy } from './admission/admission-policy.ts'
import type { Blobs } from './artifact/blobs.ts'
import { createAccessTokens } from './auth/access-token.ts'
import { openCatalogs } from './data-source/catalogs.ts'
import type { DataDeps } from './data-source/data-deps.ts'
import type { Deps, Limits } from './deps.ts'
import { finishErasures, openErasedHomes } from './erasure/finish-erasures.ts'
import { cutEvents } from './event/cut-events.ts'
import { listEvents, type OpenedEvent } from './event/list-events.ts'
import { sealEvents } from './event/seal-events.ts'
import { removeUnusedFiles } from './housekeeping.ts'
import { openApprovalWaits } from './run/approval-waits.ts'
import { openRunEventLog } from './run/run-event-log.ts'
import { openTurnsInFlight } from './run/turns-in-flight.ts'
import { createCipher } from './secrets/cipher.ts'
import type { PostWebhook } from './webhook/send-delivery.ts'
import type { CheckWebhookUrl } from './webhook/webhook.ts'

export type TestWorld = {
  readonly db: Database
  /** Answers every model call; may be replaced between requests. */
  model: Model
  /** Returns the built-in tools of a run; the arguments save their files and keep their results. */
  tools?: (saveArtifact: SaveArtifact, keepResult?: (result: PartialResult) => void) => readonly Tool[]
  now?: () => Date
  /** Replaces the rules of admission; by default every person is admitted. */
  admission?: Partial<AdmissionPolicy>
  /** Sends the deliveries of webhooks; may be changed between requests. Without it every attempt fails. */
  postWebhook?: PostWebhook
  /** Replaces the rules for addresses of webhooks; by default every address is allowed. */
  checkWebhookUrl?: CheckWebhookUrl
  /** What models cost. */
  prices?: Deps['prices']
  /** Lower limits, for tests that must reach them. */
  limits?: Partial<Limits>
  /** Replaces every connection; may be changed between requests. Without it every connection fails. */
  connect?: DataDeps['connect']
  query?: DataDeps['query']
  exportRows?: DataDeps['exportRows']
  checkDefinition?: DataDeps['checkDefinition']
  /** The data sources that the service offers to every user. */
  offered?: DataDeps['offered']
  /** Paths of files that were removed or retired. */
  removed?: string[]
  /** Files that the records of each owner name, as the use case asked for them. */
  named?: Map<OwnerId, readonly string[]>
  /** Times before which retired files were removed. */
  removedBefore?: Date[]
}

const TEST_ORIGIN = 'http://parley.test'

const OPEN: AdmissionPolicy = {
  modes: new Set(['open']),
  wallets: new Set(),
  emailDomains: new Set(),
  groups: new Set(),
  administrators: { wallets: new Set(), oidcSubjects: new Set(), oidcGroups: new Set() },
}

/** Real use cases over a real database. Only models, tools and files come from the test. */
export function createTestDeps(world: TestWorld): Deps {
  const origin = TEST_ORIGIN
  return {
    db: world.db,
    cipher: createCipher([randomBytes(32)]),
    accessTokens: createAccessTokens(randomBytes(32), origin),
    admission: { ...OPEN, ...world.admission },
    apiKeyPepper: randomBytes(32),
    origin,
    openModel: () => (request) => world.model(request),
    listModels: async () => [{ id: 'm', name: 'Model M' }],
    seesPictures: ({ model }) => model.startsWith('seeing'),
    turns: openTurnsInFlight(randomUUID()),
    approvals: openApprovalWaits(),
    runEvents: openRunEventLog(world.db),
    runNotices: openRunNotices(world.db),
    blobs: createMemoryBlobs(),
    data: createTestData(world),
    catalogs: openCatalogs(),
    toolServers: {
      search: async () => ({ servers: [], total: 0 }),
      find: async () => null,
      pin: async (_owner, { toolServerId }) => {
        throw new AppError('invalid_request', `There is no tool server ${toolServerId}.`)
      },
      listTools: async () => [],
      openTools: async () => [],
      findProblems: async () => [],
    },
    toolSignIns: {
      state: async () => 'not_needed',
      start: async () => null,
      finish: async () => {
        throw new AppError('invalid_request', 'No sign-in was started.')
      },
      end: async () => {},
    },
    async postWebhook(...message) {
      if (world.postWebhook) return world.postWebhook(...message)
      throw new AppError('upstream_failed', 'Nothing answers there.')
    },
    checkWebhookUrl: (url) => world.checkWebhookUrl?.(url),
    limits: {
      signInsPerSecond: 1000,
      signInBurst: 1000,
      turns: 10_000,
      turnsPerUser: 1000,
      quotas: LIMITS.perUser,
      eventDays: 0,
      monthly: { turns: null, tokens: null, costMicros: null },
      ...world.limits,
    },
    prices: world.prices ?? { asOf: null, prices: [] },
    now: () => world.now?.() ?? new Date(),
    reportLimit: () => {},
  }
}

function createMemoryBlobs(): Blobs {
  const blobs = new Map<string, Uint8Array>()
  return {
    write: async (path, bytes) => void blobs.set(path, bytes),
    read: async (path) => blobs.get(path) ?? null,
    remove: async (path) => void blobs.delete(path),
    async removeFolder(folder) {
      for (const path of blobs.keys()) if (path.startsWith(`${folder}/`)) blobs.delete(path)
    },
  }
}

/** Converts every file to a table of one column `line`. The real converter has separate tests. */
function createTestData(world: TestWorld): DataDeps {
  const sample = { name: 'tiny', title: 'Tiny', description: 'One table for tests.' }
  const table = (rowCount: number) => ({
    name: 'data',
    description: '',
    rowCount,
    columns: [{ name: 'line', type: 'VARCHAR', description: '', samples: ['a'] }],
  })
  const read = async (content: AsyncIterable<Uint8Array>) => {
    let text = ''
    for await (const chunk of content) text += Buffer.from(chunk).toString('utf8')
    if (text === '') throw new AppError('invalid_request', 'The file is empty.')
    return { tables: [table(text.split('\n').length)], bytes: text.length }
  }
  return {
    samples: [sample],
    offered: world.offered ?? [],
    ingest: (_owner: OwnerId, { content }) => read(content),
    async reread() {
      throw new AppError('invalid_request', 'Nothing is kept here.')
    },
    async ingestSample(_owner: OwnerId, name) {
      if (name !== sample.name) throw new AppError('invalid_request', `There is no sample ${name}.`)
      return { ...sample, tables: [table(1)], bytes: 1 }
    },
    ingestSqlite: async (_owner, content) => ({
      ...(await read(content)),
      connection: { kind: 'sqlite', file: 'datasets/database.sqlite' },
    }),
    async connect(owner, source) {
      if (world.connect) return world.connect(owner, source)
      throw new AppError('invalid_request', 'Nothing answers there.')
    },
    async query(owner, statement) {
      if (world.query) return world.query(owner, statement)
      throw new AppError('invalid_request', 'There is no such table.')
    },
    async profile() {
      throw new AppError('invalid_request', 'There is no such table.')
    },
    async exportRows(owner, statement) {
      if (world.exportRows) return world.exportRows(owner, statement)
      throw new AppError('invalid_request', 'There is no such table.')
    },
    async *writeParquet(_owner, { result }) {
      for await (const rows of result.rows) yield Buffer.from(JSON.stringify(rows))
    },
    ...createTestFiles(world),
    sourcesOf: (sql, sources) => sources.filter(({ name }) => sql.includes(`${name}.`)),
    async checkDefinition(owner, check) {
      if (world.checkDefinition) return world.checkDefinition(owner, check)
      if (check.definition.expression === '') return { columns: [], dataSourceIds: [] }
      throw new AppError('invalid_request', 'There is no such table.')
    },
    drawPicture: async (_owner, drawing) => Buffer.concat([Buffer.from('picture of '), drawing]),
    unpackRows: async (_owner, packed) => Buffer.concat([Buffer.from('PAR1 of '), packed]),
    openTools: (_owner, { saveArtifact, keepResult }) => world.tools?.(saveArtifact, keepResult) ?? [],
  }
}

/** Notes what is done with files. */
function createTestFiles(world: TestWorld) {
  return {
    removeFiles: async (_owner, files) => void world.removed?.push(...files),
    retireFiles: async (_owner, files) => void world.removed?.push(...files),
    removeRetiredFiles: async (before) => void world.removedBefore?.push(before),
    retireOrphans: async (owner, readNamed) => void world.named?.set(owner, await readNamed()),
    homeOf: (owner) => createHash('sha256').update(owner).digest('hex'),
    async eraseHome(home) {
      world.removed?.push(home)
      return 0
    },
  } satisfies Partial<DataDeps>
}

type EventDeps = Pick<Deps, 'db' | 'apiKeyPepper'>

/** Seals every event that no seal covers. */
export async function sealAllEvents(deps: EventDeps): Promise<void> {
  while ((await sealEvents(deps)) > 0);
}

/** Deletes sealed events that are older than this many days. */
export async function cutOldEvents(deps: EventDeps, eventDays: number): Promise<void> {
  await cutEvents({ ...deps, limits: { eventDays } })
}

/** Goes on with what is being erased as if a minute had passed, and deletes what this replica keeps of erased persons. */
export async function eraseNow(deps: Deps): Promise<void> {
  const { pool } = deps.db
  await pool.query(`update erasures set asked_at = asked_at - interval '1 minute' where erased_at is null`)
  // First the records, then the files.
  await finishErasures(deps)
  await finishErasures(deps)
  await openErasedHomes(deps)()
}

/** Returns a function that looks for what erased persons left, as one process does again and again for days. */
export function lookAgainForErased(deps: Deps): (when?: { readonly hoursLater: number }) => Promise<void> {
  let hours = 0
  const look = openErasedHomes({ ...deps, now: () => new Date(deps.now().getTime() + hours * 3_600_000) })
  return async ({ hoursLater } = { hoursLater: 0 }) => {
    hours = hoursLater
    await look()
  }
}

/** Returns the newest events of a person, or of one action. */
export async function findEvents(
  deps: EventDeps,
  { userId = null, action = null }: { readonly userId?: string | null; readonly action?: string | null },
): Promise<OpenedEvent[]> {
  return listEvents(deps, {
    userId,
    action,
    outcome: null,
    from: null,
    to: null,
    before: null,
    limit: 1000,
  })
}

/** Removes the files that neither a record nor a run needs, as the service does every fifteen seconds. */
export async function removeFilesNow(deps: Deps): Promise<void> {
  await removeUnusedFiles(deps)
}
