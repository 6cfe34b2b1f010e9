import type { Database } from './database.ts'
import { prepareLookup } from './lookup.ts'
import type { OwnerId } from './owner.ts'
import { rowsOf } from './statement.ts'

/** The kinds of records whose number per user is limited. */
export type CountedRecords =
  | 'dataSources'
  | 'llmConfigs'
  | 'agents'
  | 'sessions'
  | 'apiKeys'
  | 'personas'
  | 'webhooks'
  | 'definitions'

/** Returns how many records of a kind the owner has. */
export async function countRecords(db: Database, owner: OwnerId, records: CountedRecords): Promise<number> {
  const where = { userId: owner }
  switch (records) {
    case 'dataSources':
      return await db.prisma.dataSource.count({ where })
    case 'llmConfigs':
      return await db.prisma.llmConfig.count({ where })
    case 'agents':
      return await db.prisma.agent.count({ where })
    case 'sessions':
      return await db.prisma.session.count({ where })
    case 'apiKeys':
      return await db.prisma.apiKey.count({ where })
    case 'personas':
      return await db.prisma.persona.count({ where })
    case 'webhooks':
      return await db.prisma.webhook.count({ where })
    case 'definitions':
      return await db.prisma.definition.count({ where })
  }
}

const sumBytes = prepareLookup('sum_storage')<[owner: string], { bytes: number }>(`
  select asked.position::int as position, ${storedBytes('asked.owner')} as bytes
  from ${rowsOf('$1::uuid[]')} with ordinality as asked (owner, position)
`)

/** The SQL of the bytes of an owner's data sources and artifacts, as a double. */
export function storedBytes(owner: string): string {
  return `(coalesce((select sum(bytes) from data_sources where user_id = ${owner}), 0)
    + coalesce((select sum(bytes) from artifacts where user_id = ${owner}), 0))::float8`
}

/** Returns the bytes of the owner's data sources and artifacts. */
export async function sumStorage(db: Database, owner: OwnerId): Promise<number> {
  return (await sumBytes(db, [owner]))?.bytes ?? 0
}
