import type { Egress } from '@parley/net'
import { type ObjectStore, openS3Store } from '@parley/objects'
import type { Settings } from '../env.ts'

/** Opens the object store of the installation; null where files are kept in the data directory. */
export function openObjectStore(
  { objectStore }: Pick<Settings, 'objectStore'>,
  egress: Pick<Egress, 'for'>,
): ObjectStore | null {
  return objectStore && openS3Store({ ...objectStore, send: egress.for('object_store').send })
}
