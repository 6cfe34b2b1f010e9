import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Deps, openSetup } from '@parley/core'

/**
 * Keeps the link that makes the first administrator in the file `setup-link` of the data folder, readable for the
 * operator only, and returns the file's path. When no link is needed, it deletes the file and returns null. The
 * link itself is in no log, because logs are collected.
 */
export async function keepSetupLink(
  deps: Pick<Deps, 'db' | 'origin' | 'admission'>,
  dataDirectory: string,
): Promise<string | null> {
  const file = join(dataDirectory, 'setup-link')
  const previous = await readFile(file, 'utf8').catch(() => null)
  const link = await openSetup(deps, previous?.trim() ?? null)
  if (link !== previous?.trim()) await rm(file, { force: true })
  if (link === null) return null
  await writeFile(file, `${link}\n`, { mode: 0o600 })
  return file
}
