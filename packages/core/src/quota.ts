import { type CountedRecords, countRecords, type Database, type OwnerId, sumStorage } from '@parley/db'
import { AppError } from '@parley/errors'
import { recordLimitMet } from './event/record-limit-met.ts'

type Deps = { readonly db: Database; readonly limits: QuotaLimits }

/** What storing files uses: a refusal is recorded. */
export type StorageDeps = Deps & { readonly apiKeyPepper: Uint8Array }

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

/** Passes content on. Throws an AppError `too_large` when it would exceed the owner's storage, and records that. */
export async function* withinStorage(
  deps: StorageDeps,
  owner: OwnerId,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  const used = await sumStorage(deps.db, owner)
  let bytes = used
  for await (const piece of content) {
    bytes += piece.byteLength
    if (bytes > deps.limits.quotas.storageBytes) await refuseStorage(deps, owner, used)
    yield piece
  }
}

/** Throws an AppError `too_large` when this many more bytes would exceed the owner's storage, and records that. */
export async function requireStorage(deps: StorageDeps, owner: OwnerId, bytes: number): Promise<void> {
  const used = await sumStorage(deps.db, owner)
  if (used + bytes > deps.limits.quotas.storageBytes) await refuseStorage(deps, owner, used)
}

async function refuseStorage(deps: StorageDeps, owner: OwnerId, used: number): Promise<never> {
  await recordLimitMet(deps, owner, { limit: 'storage', outcome: 'too_large' })
  const most = deps.limits.quotas.storageBytes
  const left = showBytes(Math.max(0, most - used))
  throw new AppError(
    'too_large',
    `Your files would take more than ${showBytes(most)}: ${left} are left, and this limit does not reset each month. Delete a data source or a chat with files first.`,
  )
}

function showBytes(bytes: number): string {
  return bytes < MEBIBYTE ? `${bytes} bytes` : `${Math.floor(bytes / MEBIBYTE)} MB`
}

const MEBIBYTE = 2 ** 20
