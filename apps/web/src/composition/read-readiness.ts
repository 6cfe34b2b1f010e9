import { statfs } from 'node:fs/promises'
import { type Database, pingDatabase } from '@parley/db'
import type { Readiness } from '../shell/handle-health.ts'

/** With less free disk space, uploads, charts and the search index soon fail. */
export const LEAST_FREE_BYTES = 64 * 2 ** 20

/** Whether the service can take work: the database is available and the disk of the data folder has space. */
export async function readReadiness(
  db: Database,
  {
    folder,
    leastFreeBytes = LEAST_FREE_BYTES,
  }: { readonly folder: string; readonly leastFreeBytes?: number },
): Promise<Readiness> {
  try {
    await pingDatabase(db)
  } catch {
    return false
  }
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= leastFreeBytes) return true
  return 'The disk of the data folder is full. Free some space; uploads and charts fail until then.'
}
