import type { Database } from '@parley/db'
import type { OpenedTables, TableLines } from '@parley/domain'
import { listEvents, type OpenedEvent } from '../event/list-events.ts'
import type { OfferedSource } from './data-source.ts'

type Deps = {
  readonly db: Database
  readonly apiKeyPepper: Uint8Array
  readonly now: () => Date
  /** Stores tables as files of an owner and returns the files by the names of their tables. */
  readonly writeTables: (
    ownerId: string,
    tables: readonly TableLines[],
  ) => Promise<ReadonlyMap<string, string>>
  /** Deletes every file of an owner. */
  readonly removeTables: (ownerId: string) => Promise<void>
}

/** The owner of the table's files. No user has this id. */
const FILES_OWNER = 'the events'
const ID = '6576656e-7473-8000-8000-000000000001'
/** The newest events that statements see. */
const MOST_EVENTS = 200_000
const PAGE = 5000
/** How long a file is reused, so that the statements of one answer agree. */
const REUSE_MS = 5000

type Column = { readonly type?: string; readonly samples?: readonly string[] }

const column = (name: string, description: string, { type = 'VARCHAR', samples = [] }: Column = {}) => ({
  name,
  type,
  description,
  samples,
})

const ACTIONS = [
  'auth.signIn',
  'dataSource.export',
  'dataSource.create',
  'apiKey.create',
  'apiKey.firstUse',
  'apiKey.revoke',
  'run.approve',
  'user.update',
]

const COLUMNS = [
  column('id', 'The number of the event.', { type: 'BIGINT' }),
  column('happened_at', 'When it happened, in UTC.', { type: 'TIMESTAMP' }),
  column('person', 'Who it was: a wallet address or the UUID of a user. Empty when unknown or erased.'),
  column('subject', 'The pseudonym of the person. It stays when the person was erased.'),
  column('action', 'What happened. An export of rows is dataSource.export.', { samples: ACTIONS }),
  column('outcome', 'ok, or the code of the error.', { samples: ['ok', 'forbidden', 'unauthenticated'] }),
  column('door', 'The interface that was used.', {
    samples: ['rest', 'console', 'openai', 'mcp', 'service'],
  }),
  column('api_key_id', 'The API key that was used. Empty for a person.'),
  column('network', 'The network of the client.', { samples: ['203.0.113.0/24'] }),
  column('target_id', 'The id of the record that it was about.'),
  column('target_name', 'The name of that record, for example of the exported data source.'),
  column('decision', 'The decision about a tool call.', { samples: ['approve', 'deny'] }),
]

/** Offers administrators the record of what happened as the data source `events`, with one table. */
export function createEventSource(deps: Deps): OfferedSource {
  let written: { readonly atMs: number; readonly tables: Promise<OpenedTables> } | null = null
  return {
    id: ID,
    name: 'events',
    kind: 'events',
    role: 'administrator',
    description:
      'The account of what happened in this service: sign-ins and refusals, API keys, data sources, exports, decisions about tool calls, administration. Who, what, when, through which door.',
    tables: [
      {
        name: 'events',
        description: `One row for each event: who did what, and when. It holds the newest ${MOST_EVENTS.toLocaleString('en')} events.`,
        columns: COLUMNS,
        rowCount: null,
        keys: [],
      },
    ],
    createdAt: `${deps.now().toISOString().slice(0, -1)}000`,
    // The catalog is the same in every process.
    updatedAt: 'events.1',
    offered: {
      ownerId: FILES_OWNER,
      async open() {
        const nowMs = deps.now().getTime()
        if (written === null || nowMs - written.atMs > REUSE_MS) {
          const tables = write(deps)
          written = { atMs: nowMs, tables }
          tables.catch(() => {
            written = null
          })
        }
        return written.tables
      },
      async forgetPeople() {
        // A file that is being written names the person too.
        await written?.tables.catch(() => undefined)
        written = null
        await deps.removeTables(FILES_OWNER)
      },
    },
  }
}

async function write({ writeTables, ...deps }: Deps): Promise<OpenedTables> {
  const lines: string[] = []
  let before: string | null = null
  while (lines.length < MOST_EVENTS) {
    const filter = { userId: null, action: null, outcome: null, from: null, to: null }
    const page: OpenedEvent[] = await listEvents(deps, { ...filter, before, limit: PAGE })
    lines.push(...page.map(toLine))
    before = page.at(-1)?.id ?? null
    if (page.length < PAGE) break
  }
  return { files: await writeTables(FILES_OWNER, [{ name: 'events', columns: COLUMNS, lines }]) }
}

function toLine({ at, person, keyId, targetId, detail, ...event }: OpenedEvent): string {
  const row = {
    id: event.id,
    happened_at: at.toISOString().replace('T', ' ').replace('Z', ''),
    person: person?.name ?? null,
    subject: person?.subject ?? null,
    action: event.action,
    outcome: event.outcome,
    door: event.door,
    api_key_id: keyId,
    network: event.network,
    target_id: targetId,
    target_name: detail.name ?? null,
    decision: detail.decision ?? null,
  }
  return `${JSON.stringify(row)}\n`
}
