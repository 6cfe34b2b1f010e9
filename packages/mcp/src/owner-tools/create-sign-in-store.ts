import type { JsonObject } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { SignInKey, SignInRecord, SignInStore } from '../sign-in/types.ts'

/** Keeps the records of sign-ins as JSON, encrypted. */
export type SignInRecordStore = Pick<SignInStore, 'remove' | 'tryLock' | 'unlock'> & {
  readonly load: (key: SignInKey) => Promise<JsonObject | null>
  /** Replaces the whole record. */
  readonly save: (key: SignInKey, record: JsonObject) => Promise<void>
}

/** The store of sign-ins over records of JSON. Throws AppError `internal` for a record that it did not write. */
export function createSignInStore(records: SignInRecordStore): SignInStore {
  return {
    ...records,
    async load(key) {
      const record = await records.load(key)
      if (record === null || isSignInRecord(record)) return record
      throw new AppError('internal', 'A stored sign-in cannot be read.')
    },
    save: (key, record) => records.save(key, JSON.parse(JSON.stringify(record))),
  }
}

function isSignInRecord(value: unknown): value is SignInRecord {
  return typeof value === 'object' && value !== null && 'serverUrl' in value
}
