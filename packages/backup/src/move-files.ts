import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FilePlace } from './file-place.ts'

export type MovedFiles = { readonly copied: number; readonly bytes: number; readonly present: number }

/**
 * Copies all files of an installation from one place to another, and deletes none. Skips files that are there already
 * with the same size, because a stored file never changes. A second call therefore continues an interrupted copy.
 */
export async function moveFiles({
  from,
  to,
}: {
  readonly from: FilePlace
  readonly to: FilePlace
}): Promise<MovedFiles> {
  const present = await to.list()
  const work = await mkdtemp(join(tmpdir(), 'parley-move-'))
  let [copied, bytes] = [0, 0]
  const sizes = await from.list()
  try {
    for (const [path, size] of sizes) {
      if (present.get(path) === size) continue
      const draft = join(work, randomUUID())
      if (!(await from.copyTo(path, draft))) continue
      await to.put(path, draft)
      await rm(draft, { force: true })
      copied++
      bytes += size
    }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return { copied, bytes, present: sizes.size - copied }
}
