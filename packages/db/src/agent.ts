import type { JsonObject } from '@parley/domain'
import type { Database } from './database.ts'
import { Prisma } from './generated/client.ts'
import { onlyDefined } from './only-defined.ts'
import { DEFAULT_OWNER, type OwnerColumns, type OwnerId, ownerFields, shownOwner } from './owner.ts'
import { type Columns, selectList } from './select-list.ts'
import { prepare } from './statement.ts'
import { isForeignKeyRefusal } from './translate-failure.ts'

/** A tool an agent may call. Further keys are stored unchanged. */
export type StoredToolBinding = JsonObject & {
  toolName: string
  toolServerId: string
  properties: { key: string; datatype: string; valueCipher: string }[]
}

export type StoredAgent = {
  readonly id: string
  /** As the API shows it: a wallet address, a UUID, or `default`. */
  readonly userId: string
  readonly name: string
  readonly description: string
  readonly modelConfigId: number
  readonly tools: StoredToolBinding[]
  /** Limits of a run that differ from the defaults; null when there are none. */
  readonly limits: JsonObject | null
  /** The data sources that its data tools see; null for the default ones. */
  readonly dataSourceIds: string[] | null
  readonly createdAt: string
}

export type AgentSummary = Pick<
  StoredAgent,
  'id' | 'name' | 'description' | 'modelConfigId' | 'createdAt'
> & {
  readonly toolCount: number
}

type AgentFields = Pick<StoredAgent, 'name' | 'description' | 'modelConfigId' | 'limits'> & {
  readonly tools: readonly StoredToolBinding[]
  readonly dataSourceIds: readonly string[] | null
}

type NewAgent = Omit<AgentFields, 'limits' | 'dataSourceIds'> & {
  /**
   * The agent's UUID if the caller needs it before the agent is stored; by default the database creates it.
   */
  readonly id?: string
  readonly limits?: JsonObject | null
  readonly dataSourceIds?: readonly string[] | null
}

/** An agent as the columns of a statement. */
export type AgentRow = Omit<StoredAgent, 'userId'> & OwnerColumns

/** Columns of an agent `a` with its user `au`. */
export const agentColumns: Columns<AgentRow> = {
  id: 'a.id',
  ownerId: 'a.user_id',
  walletAddress: 'au.wallet_address',
  name: 'a.name',
  description: 'a.description',
  modelConfigId: 'a.model_config_id',
  tools: 'a.tools',
  limits: 'a.limits',
  dataSourceIds: 'a.data_source_ids',
  createdAt: 'a.created_at',
}

const selectAgent = prepare('select_agent')<[owner: OwnerId, id: string], AgentRow>(`
  select ${selectList(agentColumns)} from agents a join users au on au.id = a.user_id
  where a.id = $2 and a.user_id in ($1, '${DEFAULT_OWNER}')
`)

const addSource = prepare('add_agent_data_source')<
  [owner: OwnerId, id: string, dataSourceId: string],
  { id: string }
>(`
  update agents set data_source_ids = case
    when data_source_ids is null then null
    when data_source_ids::jsonb ? $3::text then data_source_ids
    else (data_source_ids::jsonb || to_jsonb($3::text))::json end
  where user_id = $1 and id = $2 returning id
`)

/**
 * Stores an agent. Returns null when the owner cannot use the LLM configuration: it is neither the owner's nor a
 * template.
 */
export async function createAgent(
  db: Database,
  owner: OwnerId,
  agent: NewAgent,
): Promise<StoredAgent | null> {
  const { id, name, description, modelConfigId, limits = null, dataSourceIds } = agent
  const fields = { name, description, modelConfigId, tools: [...agent.tools] }
  const chosen = dataSourceIds ? [...dataSourceIds] : null
  if (!(await canUseConfig(db, owner, modelConfigId))) return null
  try {
    const { user, ...created } = await db.prisma.agent.create({
      data: {
        ...onlyDefined({ id }),
        ...fields,
        userId: owner,
        limits: limits ?? Prisma.DbNull,
        dataSourceIds: chosen ?? Prisma.DbNull,
      },
      select: { id: true, createdAt: true, user: ownerFields },
    })
    const userId = shownOwner({ ownerId: owner, ...user })
    return { ...created, ...fields, userId, limits, dataSourceIds: chosen }
  } catch (error) {
    // The configuration was deleted after the check.
    if (isForeignKeyRefusal(error)) return null
    throw error
  }
}

/** Reads an agent of the owner or of `default`; null when there is none. */
export async function getAgent(db: Database, owner: OwnerId, id: string): Promise<StoredAgent | null> {
  const [row] = await selectAgent(db.pool, [owner, id])
  return row ? toAgent(row) : null
}

/** Converts the columns of a statement into an agent. */
export function toAgent({ ownerId, walletAddress, ...agent }: AgentRow): StoredAgent {
  return { ...agent, userId: shownOwner({ ownerId, walletAddress }) }
}

/** Lists the owner's agents in the order they were created. */
export async function listAgents(db: Database, owner: OwnerId): Promise<AgentSummary[]> {
  const agents = await db.prisma.agent.findMany({
    where: { userId: owner },
    select: { id: true, name: true, description: true, modelConfigId: true, tools: true, createdAt: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return agents.map(({ tools, ...agent }) => ({
    ...agent,
    toolCount: Array.isArray(tools) ? tools.length : 0,
  }))
}

/** Changes the given fields of the owner's agent. */
export async function updateAgent(
  db: Database,
  owner: OwnerId,
  { id, ...changes }: Partial<AgentFields> & { readonly id: string },
): Promise<'updated' | 'missing' | 'missing_config'> {
  const { name, description, modelConfigId, tools, limits, dataSourceIds } = changes
  const where = { id, userId: owner }
  if (modelConfigId !== undefined && !(await canUseConfig(db, owner, modelConfigId))) {
    return (await db.prisma.agent.count({ where })) === 0 ? 'missing' : 'missing_config'
  }
  try {
    const { count } = await db.prisma.agent.updateMany({
      where,
      data: {
        ...onlyDefined({ name, description, modelConfigId, tools: tools && [...tools] }),
        ...(limits !== undefined && { limits: limits ?? Prisma.DbNull }),
        ...(dataSourceIds !== undefined && {
          dataSourceIds: dataSourceIds ? [...dataSourceIds] : Prisma.DbNull,
        }),
      },
    })
    return count === 1 ? 'updated' : 'missing'
  } catch (error) {
    if (isForeignKeyRefusal(error)) return 'missing_config'
    throw error
  }
}

/**
 * Adds a data source to those that the tools of the owner's agent see, unless the agent sees the default ones. Returns false
 * when the owner has no such agent.
 */
export async function addAgentDataSource(
  db: Database,
  owner: OwnerId,
  { id, dataSourceId }: { readonly id: string; readonly dataSourceId: string },
): Promise<boolean> {
  return (await addSource(db.pool, [owner, id, dataSourceId])).length === 1
}

/** Deletes the owner's agent unless a session uses it, even a session that is created at the same moment. */
export async function deleteAgent(
  db: Database,
  owner: OwnerId,
  id: string,
): Promise<'deleted' | 'missing' | 'has_sessions'> {
  try {
    const { count } = await db.prisma.agent.deleteMany({ where: { id, userId: owner } })
    return count === 1 ? 'deleted' : 'missing'
  } catch (error) {
    if (isForeignKeyRefusal(error)) return 'has_sessions'
    throw error
  }
}

/** Counts the owner's sessions that use an agent. */
export async function countAgentSessions(db: Database, owner: OwnerId, id: string): Promise<number> {
  return await db.prisma.session.count({ where: { userId: owner, agentId: id } })
}

async function canUseConfig(db: Database, owner: OwnerId, id: number): Promise<boolean> {
  return (await db.prisma.llmConfig.count({ where: { id, userId: { in: [owner, DEFAULT_OWNER] } } })) === 1
}
