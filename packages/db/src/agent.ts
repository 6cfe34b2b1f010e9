import type { Database } from './database.ts'
import type { JsonObject } from './json.ts'
import { DEFAULT_OWNER, type OwnerId, shownOwner } from './owner.ts'
import { type Columns, selectList } from './select-list.ts'
import { prepare } from './statement.ts'
import { isForeignKeyRefusal } from './translate-failure.ts'

/** A tool an agent may call. Further keys are kept as they are. */
export type ToolBinding = JsonObject & {
  toolName: string
  toolServerId: string
  properties: { key: string; datatype: string; valueCipher: string }[]
}

export type Agent = {
  readonly id: string
  /** As shown: a wallet address, a UUID, or `default`. */
  readonly userId: string
  readonly name: string
  readonly description: string
  readonly modelConfigId: number
  readonly tools: ToolBinding[]
  /** Bounds of a run that differ from the defaults; null for none. */
  readonly limits: JsonObject | null
  readonly createdAt: string
}

export type AgentSummary = Pick<Agent, 'id' | 'name' | 'description' | 'modelConfigId'> & {
  readonly toolCount: number
}

type AgentFields = Pick<Agent, 'name' | 'description' | 'modelConfigId' | 'limits'> & {
  readonly tools: readonly ToolBinding[]
}

type NewAgent = Omit<AgentFields, 'limits'> & {
  /** A UUID, where the caller needs to know it before; else one is drawn. */
  readonly id?: string
  readonly limits?: JsonObject | null
}

/** Columns of an agent `a` with its user `au`. */
export const agentColumns: Columns<Agent> = {
  id: 'a.id',
  userId: shownOwner('au'),
  name: 'a.name',
  description: 'a.description',
  modelConfigId: 'a.model_config_id',
  tools: 'a.tools',
  limits: 'a.limits',
  createdAt: 'a.created_at',
}

type InsertValues = [
  owner: OwnerId,
  id: string | null,
  name: string,
  description: string,
  modelConfigId: number,
  tools: string,
  limits: string | null,
]

const insertAgent = prepare<InsertValues, Agent>(
  'insert_agent',
  `with a as (
     insert into agents (id, user_id, name, description, model_config_id, tools, limits)
     select coalesce($2::uuid, gen_random_uuid()), $1, $3, $4, c.id, $6::json, $7::json
     from llm_configs c where c.id = $5 and c.user_id in ($1, '${DEFAULT_OWNER}')
     returning *
   ) select ${selectList(agentColumns)} from a join users au on au.id = a.user_id`,
)

const selectAgent = prepare<[owner: OwnerId, id: string], Agent>(
  'select_agent',
  `select ${selectList(agentColumns)} from agents a join users au on au.id = a.user_id
   where a.id = $2 and a.user_id in ($1, '${DEFAULT_OWNER}')`,
)

const selectAgents = prepare<[owner: OwnerId], AgentSummary>(
  'select_agents',
  `select id, name, description, model_config_id as "modelConfigId", json_array_length(tools) as "toolCount"
   from agents where user_id = $1 order by created_at, id`,
)

type UpdateValues = [
  owner: OwnerId,
  id: string,
  name: string | null,
  description: string | null,
  modelConfigId: number | null,
  tools: string | null,
  hasLimits: boolean,
  limits: string | null,
]

const changeAgent = prepare<UpdateValues, { isConfigMissing: boolean }>(
  'update_agent',
  `with target as (
     select id, $5::int is not null and not exists (
       select from llm_configs where id = $5 and user_id in ($1, '${DEFAULT_OWNER}')) as is_config_missing
     from agents where id = $2 and user_id = $1
   ), changed as (
     update agents set name = coalesce($3, name), description = coalesce($4, description),
       model_config_id = coalesce($5, model_config_id), tools = coalesce($6::json, tools),
       limits = case when $7 then $8::json else limits end
     from target where agents.id = target.id and not is_config_missing
   ) select is_config_missing as "isConfigMissing" from target`,
)

const removeAgent = prepare<[owner: OwnerId, id: string], object>(
  'delete_agent',
  `delete from agents where user_id = $1 and id = $2 returning id`,
)

const countSessions = prepare<[owner: OwnerId, id: string], { sessions: number }>(
  'count_agent_sessions',
  `select count(*)::int as sessions from sessions where user_id = $1 and agent_id = $2`,
)

/**
 * Stores an agent. Null when the owner can use no model configuration of that id: neither has one of their
 * own nor is there one of `default`.
 */
export async function createAgent(db: Database, owner: OwnerId, agent: NewAgent): Promise<Agent | null> {
  const { id = null, name, description, modelConfigId, tools, limits = null } = agent
  const [created] = await insertAgent(db.pool, [
    owner,
    id,
    name,
    description,
    modelConfigId,
    JSON.stringify(tools),
    limits && JSON.stringify(limits),
  ])
  return created ?? null
}

/** Reads an agent of the owner or of `default`; null when there is none. */
export async function getAgent(db: Database, owner: OwnerId, id: string): Promise<Agent | null> {
  const [agent] = await selectAgent(db.pool, [owner, id])
  return agent ?? null
}

/** Lists the owner's agents in the order they were created. */
export async function listAgents(db: Database, owner: OwnerId): Promise<AgentSummary[]> {
  return await selectAgents(db.pool, [owner])
}

/** Changes the fields that are given, of an agent of the owner. */
export async function updateAgent(
  db: Database,
  owner: OwnerId,
  { id, ...changes }: Partial<AgentFields> & { readonly id: string },
): Promise<'updated' | 'missing' | 'missing_config'> {
  const { name = null, description = null, modelConfigId = null, tools, limits } = changes
  const toolsText = tools === undefined ? null : JSON.stringify(tools)
  const limitsText = limits ? JSON.stringify(limits) : null
  try {
    const [target] = await changeAgent(db.pool, [
      owner,
      id,
      name,
      description,
      modelConfigId,
      toolsText,
      limits !== undefined,
      limitsText,
    ])
    if (!target) return 'missing'
    return target.isConfigMissing ? 'missing_config' : 'updated'
  } catch (error) {
    if (isForeignKeyRefusal(error)) return 'missing_config'
    throw error
  }
}

/** Deletes an agent of the owner unless a session is attached to it, one that opens meanwhile included. */
export async function deleteAgent(
  db: Database,
  owner: OwnerId,
  id: string,
): Promise<'deleted' | 'missing' | 'has_sessions'> {
  try {
    const deleted = await removeAgent(db.pool, [owner, id])
    return deleted.length === 1 ? 'deleted' : 'missing'
  } catch (error) {
    if (isForeignKeyRefusal(error)) return 'has_sessions'
    throw error
  }
}

/** Counts the owner's sessions that are attached to an agent. */
export async function countAgentSessions(db: Database, owner: OwnerId, id: string): Promise<number> {
  const [counted] = await countSessions(db.pool, [owner, id])
  return counted?.sessions ?? 0
}
