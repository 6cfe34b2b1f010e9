import type { JsonObject } from '@parley/agent'
import { deleteToolSignIn, getToolSignIn, type OwnerId, saveToolSignIn } from '@parley/db'
import type { Deps } from '../deps.ts'
import type { SecretPlace } from '../secrets/cipher.ts'
import { Secret } from '../secrets/secret.ts'

/** Whose sign-in at which tool server. */
type SignInPlace = { readonly owner: OwnerId; readonly toolServerId: string }

/** Where what a sign-in left is kept: tokens and registrations, encrypted for one owner and server. */
export type SignInRecords = {
  readonly load: (place: SignInPlace) => Promise<JsonObject | null>
  /** Replaces the record as a whole. */
  readonly save: (place: SignInPlace, record: JsonObject) => Promise<void>
  readonly remove: (place: SignInPlace) => Promise<void>
}

/** Keeps sign-ins in the database, under the master key. */
export function openSignInRecords({ db, cipher }: Pick<Deps, 'db' | 'cipher'>): SignInRecords {
  return {
    async load(place) {
      const sealed = await getToolSignIn(db, place.owner, place.toolServerId)
      return sealed && JSON.parse(cipher.decrypt(sealed, secretPlace(place)).reveal())
    },
    async save(place, record) {
      const recordCipher = cipher.encrypt(new Secret(JSON.stringify(record)), secretPlace(place))
      await saveToolSignIn(db, place.owner, { toolServerId: place.toolServerId, recordCipher })
    },
    remove: ({ owner, toolServerId }) => deleteToolSignIn(db, owner, toolServerId),
  }
}

function secretPlace({ owner, toolServerId }: SignInPlace): SecretPlace {
  return { table: 'tool_sign_in', row: toolServerId, owner }
}
