import type { RetiredVersions } from '@parley/data'
import { addRetiredVersions, type Database, deleteRetiredVersions, listRetiredVersions } from '@parley/db'

/** The list of retired versions in the database, which all replicas share. */
export function retiredVersions(db: Database): RetiredVersions {
  return {
    add: (versions) => addRetiredVersions(db, versions),
    addedBefore: (time) => listRetiredVersions(db, time),
    delete: (versions) => deleteRetiredVersions(db, versions),
  }
}
