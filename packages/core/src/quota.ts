import { type CountedRecords, countRecords, type Database, type OwnerId, sumStorage } from '@parley/db'
import { AppError } from '@parley/errors'

type Deps = { readonly db: Database; readonly limits: QuotaLimits }

/** Maximum that one user can store: bytes of storage, numbers of records. */
export type QuotaLimits = {
  readonly quotas: Readonly<Record<CountedRecords | 'storageBytes', number>>
}

const NAMES: Record<CountedRecords, string> = {
  dataSources: 'data sources',
  llmConfigs: 'LLM configurations',
  agents: 'agents',
  sessions: 'sessions',
  apiKeys: 'API keys',
  personas: 'personas',
  webhooks: 'webhooks',
  definitions: 'definitions',
}

/**
 * Throws an AppError `conflict` when the owner has the maximum number of records of this kind. Concurrent
 * requests may pass together.
 */
export async function requireRoom(deps: Deps, owner: OwnerId, records: CountedRecords): Promise<void> {
  const most = deps.limits.quotas[records]
  if ((await countRecords(deps.db, owner, records)) < most) return
  const name = NAMES[records]
  throw new AppError('conflict', `You have ${most} ${name}, the most that a user can keep; delete one first.`)
}

/** Passes content on. Throws an AppError `too_large` when it would exceed the owner's storage. */
export async function* withinStorage(
  deps: Deps,
  owner: OwnerId,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  const most = deps.limits.quotas.storageBytes
  let bytes = await sumStorage(deps.db, owner)
  for await (const piece of content) {
    bytes += piece.byteLength
    if (bytes > most) throw overStorage(most)
    yield piece
  }
}

/** Throws an AppError `too_large` when so many more bytes would exceed the owner's storage. */
export async function requireStorage(deps: Deps, owner: OwnerId, bytes: number): Promise<void> {
  const most = deps.limits.quotas.storageBytes
  if ((await sumStorage(deps.db, owner)) + bytes > most) throw overStorage(most)
}

function overStorage(most: number): AppError {
  const size = `${Math.floor(most / 2 ** 20)} MB`
  return new AppError(
    'too_large',
    `Your files would take more than ${size}; delete a data source or a chat with files first.`,
  )
}
