import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** These files name the folder in which the build was made. */
const PLACES = ['required-server-files.json', 'required-server-files.js']
/** How long the parts of the build took. */
const TIMES = 'trace-build'

/**
 * Replaces what Next.js makes at random in each build by values that follow from the commit, so that two builds have the
 * same bytes. These are the build id and the keys of draft mode and of Server Actions. Parley uses neither of these two
 * features, and every owner of an archive can read its keys anyway.
 *
 * @param {string} folder the built console in a release: `apps/web/.next`
 * @param {{ root: string, commit: string }} build the folder of the project, and the commit that it holds
 */
export function settleBuild(folder, { root, commit }) {
  const randoms = randomsIn(folder)
  const settled = randoms.map((random, index) => {
    return /** @type {const} */ ([random, settledValue(random, `${commit} ${index}`)])
  })
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    // Byte by byte: the values are ASCII and keep their length.
    const before = readFileSync(file, 'latin1')
    const after = settled.reduce((text, [random, value]) => text.replaceAll(random, value), before)
    if (after !== before) writeFileSync(file, after, 'latin1')
  }
  const [[buildId = '', settledId = ''] = []] = settled
  renameSync(path.join(folder, 'static', buildId), path.join(folder, 'static', settledId))
  rmSync(path.join(folder, TIMES), { force: true })
  for (const name of PLACES) {
    const file = path.join(folder, name)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(JSON.stringify(root).slice(1, -1), '.'))
  }
}

/** The build id first. @param {string} folder @returns {string[]} */
function randomsIn(folder) {
  const read = (/** @type {string} */ name) => readFileSync(path.join(folder, name), 'utf8')
  const { encryptionKey } = JSON.parse(read('server/server-reference-manifest.json'))
  const preview = JSON.parse(read('server/preview-props.json'))
  return [read('BUILD_ID'), ...Object.values(preview).map(String), String(encryptionKey)]
}

/** A value of the same length and alphabet. @param {string} random @param {string} seed @returns {string} */
function settledValue(random, seed) {
  const hash = createHash('sha512').update(seed)
  if (/^[0-9a-f]+$/.test(random)) return hash.digest('hex').slice(0, random.length)
  if (!random.endsWith('=')) return hash.digest('base64url').slice(0, random.length)
  return hash.digest().subarray(0, Buffer.from(random, 'base64').length).toString('base64')
}
