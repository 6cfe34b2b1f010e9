import type { Database } from '../database.ts'
import { onlyDefined } from '../only-defined.ts'
import type { OwnerId } from '../owner.ts'
import type { WebhookEvent } from './add-deliveries.ts'

export type StoredWebhook = {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly events: WebhookEvent[]
  readonly isEnabled: boolean
  /** A sentence, when the service disabled it. */
  readonly disabledReason: string | null
  /** Attempts that failed since the last success. */
  readonly failures: number
  /** YYYY-MM-DDTHH:MM:SS.ffffff, UTC. */
  readonly createdAt: string
}

/** The sealed secrets that sign deliveries now, the newest first. */
export type WebhookSecrets = { readonly url: string; readonly ciphers: Uint8Array[] }

type WebhookFields = Pick<StoredWebhook, 'name' | 'url' | 'events'>

const shownFields = {
  id: true,
  name: true,
  url: true,
  events: true,
  isEnabled: true,
  disabledReason: true,
  failures: true,
  createdAt: true,
}

type Row = Omit<StoredWebhook, 'events'> & { readonly events: string[] }

// Only the functions of this file write the events, from their union.
const toWebhook = (row: Row) => row as StoredWebhook

/** Stores a webhook under a new UUID, with its sealed secret. */
export async function createWebhook(
  db: Database,
  owner: OwnerId,
  webhook: WebhookFields & { readonly id: string; readonly secretCipher: Uint8Array },
): Promise<StoredWebhook> {
  const { id, name, url, events } = webhook
  const secretCipher = Uint8Array.from(webhook.secretCipher)
  const data = { id, userId: owner, name, url, events, secretCipher }
  return toWebhook(await db.prisma.webhook.create({ data, select: shownFields }))
}

/** Lists the owner's webhooks, oldest first. */
export async function listWebhooks(db: Database, owner: OwnerId): Promise<StoredWebhook[]> {
  const orderBy = [{ createdAt: 'asc' as const }, { id: 'asc' as const }]
  const rows = await db.prisma.webhook.findMany({ where: { userId: owner }, select: shownFields, orderBy })
  return rows.map(toWebhook)
}

/** Reads a webhook of the owner; null when there is none. */
export async function getWebhook(db: Database, owner: OwnerId, id: string): Promise<StoredWebhook | null> {
  const row = await db.prisma.webhook.findFirst({ where: { id, userId: owner }, select: shownFields })
  return row && toWebhook(row)
}

/**
 * Changes the given fields of the owner's webhook; null when there is none. A new address, and enabling it again, end
 * its pause after failures.
 */
export async function updateWebhook(
  db: Database,
  owner: OwnerId,
  {
    id,
    name,
    url,
    events,
    isEnabled,
  }: Partial<WebhookFields & Pick<StoredWebhook, 'isEnabled'>> & { readonly id: string },
): Promise<StoredWebhook | null> {
  const isFresh = url !== undefined || isEnabled === true
  const data = {
    ...onlyDefined({ name, url, events, isEnabled }),
    ...(isEnabled !== undefined && { disabledReason: null }),
    ...(isFresh && { failures: 0, failingSince: null, retryAt: new Date(0) }),
  }
  await db.prisma.webhook.updateMany({ where: { id, userId: owner }, data })
  return await getWebhook(db, owner, id)
}

/** Deletes a webhook of the owner with its deliveries. False when there is none. */
export async function deleteWebhook(db: Database, owner: OwnerId, id: string): Promise<boolean> {
  const { count } = await db.prisma.webhook.deleteMany({ where: { id, userId: owner } })
  return count === 1
}

/** Reads the address and the sealed secrets of the owner's webhook; null when there is none. */
export async function getWebhookSecrets(
  db: Database,
  owner: OwnerId,
  id: string,
): Promise<WebhookSecrets | null> {
  const row = await db.prisma.webhook.findFirst({
    where: { id, userId: owner },
    select: { url: true, secretCipher: true, previousSecretCipher: true, previousSecretExpiresAt: true },
  })
  if (!row) return null
  const { previousSecretCipher, previousSecretExpiresAt } = row
  const isLive = previousSecretExpiresAt !== null && previousSecretExpiresAt > new Date()
  const previous = previousSecretCipher !== null && isLive ? [previousSecretCipher] : []
  return { url: row.url, ciphers: [row.secretCipher, ...previous] }
}

/** Replaces the secret of the owner's webhook. The former one signs until `previousExpiresAt`. False when there is none. */
export async function replaceWebhookSecret(
  db: Database,
  owner: OwnerId,
  {
    id,
    secretCipher,
    previousExpiresAt,
  }: { readonly id: string; readonly secretCipher: Uint8Array; readonly previousExpiresAt: Date },
): Promise<boolean> {
  const former = await db.prisma.webhook.findFirst({
    where: { id, userId: owner },
    select: { secretCipher: true },
  })
  if (!former) return false
  const data = {
    secretCipher: Uint8Array.from(secretCipher),
    previousSecretCipher: former.secretCipher,
    previousSecretExpiresAt: previousExpiresAt,
  }
  // Of two replacements at once, one takes place: the other would lose a secret that a caller was shown.
  const { count } = await db.prisma.webhook.updateMany({
    where: { id, secretCipher: former.secretCipher },
    data,
  })
  return count === 1
}
