import type { Database } from './database.ts'
import type { JsonObject } from './json.ts'
import { prepareLookup } from './lookup.ts'
import { onlyDefined } from './only-defined.ts'
import { DEFAULT_OWNER, type OwnerId, shownOwner } from './owner.ts'
import { type Columns, selectList } from './select-list.ts'
import { prepare } from './statement.ts'
import { isForeignKeyRefusal } from './translate-failure.ts'

export type LlmConfig = {
  readonly id: number
  /** As shown: a wallet address, a UUID, or `default`. */
  readonly userId: string
  readonly provider: string
  readonly model: string
  readonly baseUrl: string | null
  /** The provider key, sealed; null when there is none. */
  readonly apiKeyCipher: Buffer | null
  readonly params: JsonObject
  readonly name: string
  readonly description: string
  readonly createdAt: string
}

type LlmConfigFields = {
  readonly provider: string
  readonly model: string
  readonly baseUrl: string | null
  readonly apiKeyCipher: Buffer | null
  readonly params: JsonObject
  readonly name: string
  readonly description: string
}

const drawId = prepare<[], { id: number }>(
  'reserve_llm_config_id',
  `select nextval('llm_configs_id_seq')::int as id`,
)

/** Columns of a configuration `c` with its user `cu`, but for the sealed key. */
export const llmConfigColumns: Columns<Omit<LlmConfig, 'apiKeyCipher'>> = {
  id: 'c.id',
  userId: shownOwner('cu'),
  provider: 'c.provider',
  model: 'c.model',
  baseUrl: 'c.base_url',
  params: 'c.params',
  name: 'c.name',
  description: 'c.description',
  createdAt: 'c.created_at',
}

const allColumns = `${selectList(llmConfigColumns)}, c.api_key_cipher as "apiKeyCipher"`

const findConfig = prepareLookup<[owner: OwnerId, id: number], LlmConfig>(
  'find_llm_configs',
  `select asked.position::int, ${allColumns}
   from unnest($1::uuid[], $2::int[]) with ordinality as asked (owner, id, position)
     join llm_configs c on c.id = asked.id and c.user_id in (asked.owner, '${DEFAULT_OWNER}')
     join users cu on cu.id = c.user_id`,
)

const selectConfigs = prepare<[owner: OwnerId], LlmConfig>(
  'select_llm_configs',
  `select ${allColumns} from llm_configs c join users cu on cu.id = c.user_id where c.user_id = $1 order by c.id`,
)

const deleteConfig = prepare<[owner: OwnerId, id: number], object>(
  'delete_llm_config',
  `delete from llm_configs where user_id = $1 and id = $2 returning id`,
)

/** Draws the id of a configuration that is about to be created, so that its key can be sealed with it. */
export async function reserveLlmConfigId(db: Database): Promise<number> {
  const [drawn] = await drawId(db.pool, [])
  if (!drawn) throw new Error('A sequence gave no number.')
  return drawn.id
}

/** Stores a configuration under an id from `reserveLlmConfigId`. */
export async function createLlmConfig(
  db: Database,
  owner: OwnerId,
  fields: LlmConfigFields & { readonly id: number },
): Promise<LlmConfig> {
  await db.prisma.llmConfig.create({
    data: { id: fields.id, userId: owner, ...storedFields(fields) },
    select: { id: true },
  })
  const config = await getLlmConfig(db, owner, fields.id)
  if (!config) throw new Error('A configuration was gone as soon as it was written.')
  return config
}

/** Reads a configuration of the owner or of `default`; null when there is none. */
export async function getLlmConfig(db: Database, owner: OwnerId, id: number): Promise<LlmConfig | null> {
  return await findConfig(db, [owner, id])
}

/** Lists the owner's configurations in the order they were created. */
export async function listLlmConfigs(db: Database, owner: OwnerId): Promise<LlmConfig[]> {
  return await selectConfigs(db.pool, [owner])
}

/** Changes the fields that are given, of a configuration of the owner; null when there is none. */
export async function updateLlmConfig(
  db: Database,
  owner: OwnerId,
  { id, ...changes }: Partial<LlmConfigFields> & { readonly id: number },
): Promise<LlmConfig | null> {
  await db.prisma.llmConfig.updateMany({ where: { id, userId: owner }, data: storedFields(changes) })
  const config = await getLlmConfig(db, owner, id)
  return config?.userId === 'default' && owner !== DEFAULT_OWNER ? null : config
}

/** Deletes a configuration of the owner unless an agent uses it. */
export async function deleteLlmConfig(
  db: Database,
  owner: OwnerId,
  id: number,
): Promise<'deleted' | 'missing' | 'in_use'> {
  try {
    const deleted = await deleteConfig(db.pool, [owner, id])
    return deleted.length === 1 ? 'deleted' : 'missing'
  } catch (error) {
    if (isForeignKeyRefusal(error)) return 'in_use'
    throw error
  }
}

// Field by field: what else a caller's object may carry must not become a column.
function storedFields<Fields extends Partial<LlmConfigFields>>(fields: Fields) {
  const { provider, model, baseUrl, apiKeyCipher, params, name, description } = fields
  const cipher = apiKeyCipher && new Uint8Array(apiKeyCipher)
  return onlyDefined({ provider, model, baseUrl, apiKeyCipher: cipher, params, name, description })
}
