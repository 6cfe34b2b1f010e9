import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Does work only when its inputs have changed since it last succeeded.
 *
 * @param {string} file stores a hash of the inputs; put it into the folder that the work makes, so that both are deleted together
 * @param {string[]} inputs texts that the result depends on
 * @param {() => Promise<void>} work
 */
export async function whenChanged(file, inputs, work) {
  const wanted = createHash('sha256').update(JSON.stringify(inputs)).digest('hex')
  if (readIfThere(file) === wanted) return
  await work()
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, wanted)
}

/** @param {string} file @returns {string | undefined} */
function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
