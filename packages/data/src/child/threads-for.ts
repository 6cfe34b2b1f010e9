import { statSync } from 'node:fs'

/** DuckDB gives a thread whole groups of 122,880 rows. A smaller file seldom has work for a second thread. */
const SMALL_BYTES = 2 ** 20

/** The threads for statements over these files: one, unless a file is large. A file that does not exist counts as small. */
export function threadsFor(files: readonly string[]): 1 | 2 {
  return files.every((file) => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= SMALL_BYTES) ? 1 : 2
}
