import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { LEAST_FREE_BYTES } from '../../apps/web/src/composition/read-readiness.ts'
import { findingsOf } from './finding.mjs'

/** @typedef {import('./finding.mjs').Finding} Finding */

const { ok, warning, problem } = findingsOf('disk')
/** Room for the largest upload and its tables. */
const ROOMY_BYTES = 4 * 2 ** 30

/**
 * Checks the space of the data folder and of the folder in which sandbox children work.
 *
 * @param {import('./open-patient.mjs').Patient} patient
 * @returns {Promise<Finding[]>}
 */
export async function checkDisk({ dataDirectory }) {
  const folders = [
    { name: `the data folder ${dataDirectory}`, folder: dataDirectory },
    { name: `the folder for temporary files ${tmpdir()}`, folder: tmpdir() },
  ]
  const findings = (await Promise.all(folders.map(checkFolder))).filter((finding) => finding !== null)
  return findings.length > 0
    ? findings
    : [ok('The disks of the data folder and of temporary files have space.')]
}

/** @param {{ name: string, folder: string }} place @returns {Promise<Finding | null>} */
async function checkFolder({ name, folder }) {
  const { bavail, bsize, files, ffree } = await statfs(existingOf(folder))
  const free = bavail * bsize
  const shown = `${(free / 2 ** 30).toFixed(1)} GiB`
  if (free < LEAST_FREE_BYTES) {
    const repair = 'Free some space: the service is not ready while there is less than 64 MiB.'
    return problem(`The disk of ${name} has only ${shown} left.`, repair)
  }
  if (files > 0 && ffree === 0)
    return problem(
      `The disk of ${name} can hold no further file.`,
      'Delete small files, or use another disk.',
    )
  if (free >= ROOMY_BYTES) return null
  return warning(
    `The disk of ${name} has ${shown} left.`,
    'Free some space, or lower PARLEY_CACHE_BYTES: large uploads may fail.',
  )
}

/** @param {string} folder @returns {string} the folder, or the nearest one above that exists */
function existingOf(folder) {
  return existsSync(folder) ? folder : existingOf(path.dirname(folder))
}
