import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FilePlace } from './file-place.ts'
import type { BackupPart } from './manifest.ts'

/**
 * Copies the stored files of an installation into a backup, one after another. `named` are the files that records name:
 * a store may not list a new one yet. Leaves out a listed file that disappears meanwhile: it was never recorded.
 */
export async function copyStoredFiles(
  files: FilePlace,
  { backup, named }: { readonly backup: string; readonly named: readonly string[] },
): Promise<BackupPart[]> {
  const parts: BackupPart[] = []
  for (const file of new Set([...(await files.list()).keys(), ...named])) {
    const path = `files/${file}`
    const target = join(backup, path)
    if (await files.copyTo(file, target)) parts.push({ path, ...(await measure(target)) })
  }
  return parts
}

async function measure(path: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(createReadStream(path), async (chunks) => {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
    }
  })
  return { bytes, sha256: hash.digest('hex') }
}
