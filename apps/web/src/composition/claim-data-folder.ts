import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InstallationSecrets } from '@parley/core'

/**
 * Records in the data folder which database it belongs to. Throws an Error when the folder belongs to another
 * database, because its files would not match the records.
 */
export async function claimDataFolder(
  folder: string,
  { accessTokenKey }: Pick<InstallationSecrets, 'accessTokenKey'>,
): Promise<void> {
  const file = join(folder, 'installation')
  const installation = nameInstallation(accessTokenKey)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeFile(file, `${installation}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    if ((await readFile(file, 'utf8')).trim() === installation) return
    throw new Error(
      `The data folder ${folder} belongs to another database. Set PARLEY_DATA_DIR to the folder of this database, or delete the file "installation" in it to use the folder anyway.`,
    )
  }
}

/**
 * Whether the data folder belongs to the database with these secrets; null for a folder that no service has used yet.
 */
export async function isFolderOfDatabase(
  folder: string,
  { accessTokenKey }: Pick<InstallationSecrets, 'accessTokenKey'>,
): Promise<boolean | null> {
  try {
    const claimed = await readFile(join(folder, 'installation'), 'utf8')
    return claimed.trim() === nameInstallation(accessTokenKey)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Names an installation without revealing its key. */
function nameInstallation(accessTokenKey: Uint8Array): string {
  return createHash('sha256').update('data folder').update(accessTokenKey).digest('hex')
}
