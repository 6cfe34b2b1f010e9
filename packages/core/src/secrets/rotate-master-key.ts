import { type Database, listSealedRows } from '@parley/db'
import { isAppError } from '@parley/errors'
import type { Cipher } from './cipher.ts'
import { openInstallationSecrets } from './installation-secrets.ts'

export type Rotation = {
  /** Values that were sealed anew under the current key. */
  readonly rewrapped: number
  /** Values that were under the current key before. */
  readonly current: number
  /** Values that no configured key opens, as `table row`. */
  readonly unreadable: readonly string[]
}

/**
 * Seals every stored secret anew under the current master key, while the service goes on. A value that no
 * configured key opens stays as it is and is reported. Throws AppError `internal` when the installation's own
 * secrets cannot be opened.
 */
export async function rotateMasterKey({
  db,
  cipher,
}: {
  readonly db: Database
  readonly cipher: Cipher
}): Promise<Rotation> {
  // Seals the installation's secrets anew too.
  await openInstallationSecrets(db, cipher)
  let rewrapped = 1
  let current = 0
  const unreadable: string[] = []
  for await (const { place, sealed, replace } of listSealedRows(db)) {
    if (cipher.isCurrent(sealed)) {
      current += 1
      continue
    }
    try {
      await replace(Uint8Array.from(cipher.encrypt(cipher.decrypt(sealed, place), place)))
      rewrapped += 1
    } catch (error) {
      if (!isAppError(error) || error.code !== 'internal') throw error
      unreadable.push(`${place.table} ${place.row}`)
    }
  }
  return { rewrapped, current, unreadable }
}
