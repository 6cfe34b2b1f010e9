import { randomBytes } from 'node:crypto'
import { type Database, type EventSubject, insertEvent, keepEventSubject, type OwnerId } from '@parley/db'
import { isAppError } from '@parley/errors'
import { toAddressPrefix } from '../secrets/address-prefix.ts'
import { type EventDetail, sealDetail } from './event-detail.ts'

type Deps = { readonly db: Database; readonly apiKeyPepper: Uint8Array }

/** The interface that received the request. */
export type EventDoor = 'rest' | 'console' | 'openai' | 'mcp' | 'service'

/** Where an event comes from. */
export type EventOrigin = {
  readonly door: EventDoor
  /** Null when it is unknown, and for the service itself. */
  readonly clientAddress: string | null
}

export type NewEvent = EventOrigin & {
  /** Null where no person is known. */
  readonly owner: OwnerId | null
  readonly keyId?: string | null
  /** The name of an operation, or of what happened. */
  readonly action: string
  /** `ok` or the code of the error. */
  readonly outcome?: string
  readonly targetId?: string | null
  /** The user that the event is about. Only the pseudonym is stored, as the target. */
  readonly targetPerson?: OwnerId | null
  /** Names for people to read. They are sealed, and unreadable after the person was erased. No content. */
  readonly detail?: EventDetail
}

const SALT_BYTES = 32
/** Persons whose pseudonyms a process remembers. */
const REMEMBERED = 10_000
const remembered = new WeakMap<Database['pool'], Map<OwnerId, EventSubject>>()

/**
 * Records what happened: who, what, when, through which door. Events are never changed, and a chain of seals shows
 * whether one was edited or removed. Throws AppError `unavailable` when the database is unavailable.
 *
 * @example
 * await recordEvent(deps, { ...eventOrigin(context), owner, action: 'invitation.create', targetId: id })
 */
export async function recordEvent(deps: Deps, event: NewEvent): Promise<void> {
  const { owner, keyId = null, action, outcome = 'ok', door, clientAddress, targetId = null, detail } = event
  const target = event.targetPerson ? (await subjectOf(deps.db, event.targetPerson)).subject : targetId
  const person = owner === null ? null : await subjectOf(deps.db, owner)
  const isNamed = person !== null && detail !== undefined && Object.keys(detail).length > 0
  await insertEvent(deps.db, {
    subject: person?.subject ?? null,
    action,
    outcome,
    door,
    keyId,
    network: toAddressPrefix(clientAddress),
    targetId: target,
    detail: isNamed ? sealDetail({ pepper: deps.apiKeyPepper, salt: person.salt }, detail) : null,
  })
}

type EventCaller = { readonly owner: OwnerId; readonly keyId?: string | null }

/** The person and the API key of a caller, for an event. */
export function eventCaller({ owner, keyId = null }: EventCaller): Pick<NewEvent, 'owner' | 'keyId'> {
  return { owner, keyId }
}

type SignedInBy = { readonly userId: string; readonly by: string }

/** Records a sign-in, or its refusal without naming the person. Records nothing when `work` returns null. */
export async function recordSignIn<SignedIn extends SignedInBy | null>(
  deps: Deps,
  origin: EventOrigin,
  work: () => Promise<SignedIn>,
): Promise<SignedIn> {
  let signedIn: SignedIn
  try {
    signedIn = await work()
  } catch (error) {
    await recordEvent(deps, { ...origin, owner: null, action: 'auth.signIn', outcome: codeOf(error) })
    throw error
  }
  if (signedIn === null) return signedIn
  // The id is that of a user's row.
  const owner = signedIn.userId as OwnerId
  await recordEvent(deps, { ...origin, owner, action: 'auth.signIn', detail: { by: signedIn.by } })
  return signedIn
}

function codeOf(error: unknown): string {
  return isAppError(error) ? error.code : 'internal'
}

async function subjectOf(db: Database, owner: OwnerId): Promise<EventSubject> {
  const known = remembered.get(db.pool) ?? new Map<OwnerId, EventSubject>()
  remembered.set(db.pool, known)
  const found = known.get(owner)
  if (found) return found
  const subject = await keepEventSubject(db, owner, randomBytes(SALT_BYTES))
  if (known.size >= REMEMBERED) known.clear()
  known.set(owner, subject)
  return subject
}
