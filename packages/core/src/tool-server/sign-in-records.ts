import {
  type Database,
  deleteToolSignIn,
  getToolSignIn,
  lockToolSignIn,
  type OwnerId,
  saveToolSignIn,
  unlockToolSignIn,
} from '@parley/db'
import { type JsonObject, Secret } from '@parley/domain'
import type { Cipher, SecretPlace } from '../secrets/cipher.ts'
import { decryptReadable } from '../secrets/unreadable-secret.ts'

type Deps = { readonly db: Database; readonly cipher: Cipher }

/** The owner and the tool server of a sign-in. */
type SignInPlace = { readonly ownerId: OwnerId; readonly toolServerId: string }

/** Stores tokens and client registrations of sign-ins, encrypted for one owner and server. */
export type SignInRecords = {
  /** Null also for a record that no configured master key opens: its owner signs in again. */
  readonly load: (place: SignInPlace) => Promise<JsonObject | null>
  /** Replaces the whole record. */
  readonly save: (place: SignInPlace, record: JsonObject) => Promise<void>
  readonly remove: (place: SignInPlace) => Promise<void>
  /**
   * Tries to take the record's lock, across all replicas, for at most `lifetimeMs`. Returns false without a
   * record.
   */
  readonly tryLock: (place: SignInPlace, lifetimeMs: number) => Promise<boolean>
  readonly unlock: (place: SignInPlace) => Promise<void>
}

/** Stores sign-ins in the database, encrypted with the master key. */
export function openSignInRecords({ db, cipher }: Deps): SignInRecords {
  return {
    async load(place) {
      const sealed = await getToolSignIn(db, place.ownerId, place.toolServerId)
      const secret = sealed && decryptReadable(cipher, sealed, secretPlace(place))
      return secret && JSON.parse(secret.reveal())
    },
    async save(place, record) {
      const recordCipher = cipher.encrypt(new Secret(JSON.stringify(record)), secretPlace(place))
      await saveToolSignIn(db, place.ownerId, { toolServerId: place.toolServerId, recordCipher })
    },
    remove: ({ ownerId, toolServerId }) => deleteToolSignIn(db, ownerId, toolServerId),
    tryLock: ({ ownerId, toolServerId }, lifetimeMs) =>
      lockToolSignIn(db, ownerId, { toolServerId, lifetimeMs }),
    unlock: ({ ownerId, toolServerId }) => unlockToolSignIn(db, ownerId, toolServerId),
  }
}

function secretPlace({ ownerId, toolServerId }: SignInPlace): SecretPlace {
  return { table: 'tool_sign_in', row: toolServerId, owner: ownerId }
}
