import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join, resolve } from 'node:path'
import { BackupError } from './backup-error.ts'
import { type BackupPart, type Manifest, readManifest } from './manifest.ts'

/**
 * Reads every byte of a backup and compares it with the manifest, which it returns. Throws a BackupError that names
 * the first missing or changed file.
 */
export async function verifyBackup(from: string): Promise<Manifest> {
  const folder = resolve(from)
  const manifest = await readManifest(folder)
  for (const part of [...manifest.tables, ...manifest.files]) await verifyPart(folder, part)
  return manifest
}

async function verifyPart(folder: string, { path, bytes, sha256 }: BackupPart): Promise<void> {
  const hash = createHash('sha256')
  let found = 0
  try {
    for await (const chunk of createReadStream(join(folder, path))) {
      hash.update(chunk)
      found += chunk.length
    }
  } catch (cause) {
    throw new BackupError(`The backup lacks ${path}, or the file cannot be read. Use another backup.`, {
      cause,
    })
  }
  if (found === bytes && hash.digest('hex') === sha256) return
  throw new BackupError(`${path} in the backup was changed or cut off. Use another backup.`)
}
