import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@parley/errors'
import { type DatasetPlace, versionsOf } from '../versions/versions-of.ts'

const HOME = /^[0-9a-f]{32}$/

/**
 * Deletes every version in an owner's folder, wherever versions are kept, and the copies on this machine. `home` is what
 * `ownerHome` returns. Call it when no statement of the owner runs any more. Returns the number of stored versions.
 * Throws an AppError `internal` for another name, and `unavailable` when the object store does not answer.
 */
export async function eraseHome(home: string, place: DatasetPlace): Promise<number> {
  if (!HOME.test(home)) throw new AppError('internal', 'This is not the name of an owner’s folder.')
  const versions = versionsOf(place)
  const kept = await versions.list(`datasets/${home}`)
  for (const { version } of kept) await versions.remove(version)
  const folder = join(place.folder, 'datasets', home)
  await rm(folder, { recursive: true, force: true })
  return kept.filter(({ isStored }) => isStored).length
}
