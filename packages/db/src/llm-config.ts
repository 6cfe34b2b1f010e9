import type { JsonObject } from '@parley/domain'
import type { Database } from './database.ts'
import type { Prisma } from './generated/client.ts'
import { prepareLookup } from './lookup.ts'
import { onlyDefined } from './only-defined.ts'
import { DEFAULT_OWNER, type OwnerColumns, type OwnerId, ownerFields, shownOwner } from './owner.ts'
import { type Columns, selectList } from './select-list.ts'
import { prepare, rowsOf } from './statement.ts'
import { isForeignKeyRefusal } from './translate-failure.ts'

export type StoredLlmConfig = {
  readonly id: number
  /** As the API shows it: a wallet address, a UUID, or `default`. */
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

const drawId = prepare('reserve_llm_config_id')<[], { id: number }>(
  `select nextval('llm_configs_id_seq')::int as id`,
)

/** An LLM configuration as the columns of a statement. */
export type LlmConfigRow = Omit<StoredLlmConfig, 'userId'> & OwnerColumns

/** Columns of an LLM configuration `c` with its user `cu`, except the sealed key. */
export const llmConfigColumns: Columns<Omit<LlmConfigRow, 'apiKeyCipher'>> = {
  id: 'c.id',
  ownerId: 'c.user_id',
  walletAddress: 'cu.wallet_address',
  provider: 'c.provider',
  model: 'c.model',
  baseUrl: 'c.base_url',
  params: 'c.params',
  name: 'c.name',
  description: 'c.description',
  createdAt: 'c.created_at',
}

const findConfig = prepareLookup('find_llm_configs')<[owner: OwnerId, id: number], LlmConfigRow>(`
  select asked.position::int, ${selectList(llmConfigColumns)}, c.api_key_cipher as "apiKeyCipher"
  from ${rowsOf('$1::uuid[], $2::int[]')} with ordinality as asked (owner, id, position)
    join llm_configs c on c.id = asked.id and c.user_id in (asked.owner, '${DEFAULT_OWNER}')
    join users cu on cu.id = c.user_id
`)

/** The fields of an LLM configuration that Prisma selects. */
const shownFields = {
  id: true,
  userId: true,
  user: ownerFields,
  provider: true,
  model: true,
  baseUrl: true,
  apiKeyCipher: true,
  params: true,
  name: true,
  description: true,
  createdAt: true,
}

/** Reserves the id of an LLM configuration before it is created, because its key is sealed with the id. */
export async function reserveLlmConfigId(db: Database): Promise<number> {
  const [drawn] = await drawId(db.pool, [])
  if (!drawn) throw new Error('The sequence of LLM configuration ids returned no number.')
  return drawn.id
}

/** Stores an LLM configuration under an id from `reserveLlmConfigId`. */
export async function createLlmConfig(
  db: Database,
  owner: OwnerId,
  fields: LlmConfigFields & { readonly id: number },
): Promise<StoredLlmConfig> {
  const data = { id: fields.id, userId: owner, ...storedFields(fields) }
  return fromPrisma(await db.prisma.llmConfig.create({ data, select: shownFields }))
}

/** Reads an LLM configuration of the owner or of `default`; null when there is none. */
export async function getLlmConfig(
  db: Database,
  owner: OwnerId,
  id: number,
): Promise<StoredLlmConfig | null> {
  const row = await findConfig(db, [owner, id])
  return row && toLlmConfig(row)
}

/** Converts the columns of a statement into an LLM configuration. */
export function toLlmConfig({ ownerId, walletAddress, ...config }: LlmConfigRow): StoredLlmConfig {
  return { ...config, userId: shownOwner({ ownerId, walletAddress }) }
}

/** Lists the owner's LLM configurations in the order they were created. */
export async function listLlmConfigs(db: Database, owner: OwnerId): Promise<StoredLlmConfig[]> {
  const configs = await db.prisma.llmConfig.findMany({
    where: { userId: owner },
    select: shownFields,
    orderBy: { id: 'asc' },
  })
  return configs.map(fromPrisma)
}

/** Changes the given fields of the owner's LLM configuration; null when there is none. */
export async function updateLlmConfig(
  db: Database,
  owner: OwnerId,
  { id, ...changes }: Partial<LlmConfigFields> & { readonly id: number },
): Promise<StoredLlmConfig | null> {
  const where = { id, userId: owner }
  await db.prisma.llmConfig.updateMany({ where, data: storedFields(changes) })
  const config = await db.prisma.llmConfig.findFirst({ where, select: shownFields })
  return config && fromPrisma(config)
}

/** Deletes the owner's LLM configuration unless an agent uses it. */
export async function deleteLlmConfig(
  db: Database,
  owner: OwnerId,
  id: number,
): Promise<'deleted' | 'missing' | 'in_use'> {
  try {
    const { count } = await db.prisma.llmConfig.deleteMany({ where: { id, userId: owner } })
    return count === 1 ? 'deleted' : 'missing'
  } catch (error) {
    if (isForeignKeyRefusal(error)) return 'in_use'
    throw error
  }
}

type SelectedConfig = Prisma.LlmConfigGetPayload<{ select: typeof shownFields }>

function fromPrisma({ userId, user, apiKeyCipher, params, ...config }: SelectedConfig): StoredLlmConfig {
  return {
    ...config,
    userId: shownOwner({ ownerId: userId, ...user }),
    apiKeyCipher: apiKeyCipher && Buffer.from(apiKeyCipher),
    // Only this package writes it, from a JsonObject.
    params: params as JsonObject,
  }
}

// Copied field by field, so that further keys of a caller's object do not reach the database.
function storedFields<Fields extends Partial<LlmConfigFields>>(fields: Fields) {
  const { provider, model, baseUrl, apiKeyCipher, params, name, description } = fields
  const cipher = apiKeyCipher && new Uint8Array(apiKeyCipher)
  return onlyDefined({ provider, model, baseUrl, apiKeyCipher: cipher, params, name, description })
}
