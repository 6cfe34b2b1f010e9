// `npm run erase-again -- <receipts.json>`: after the restore of an older backup, erases the persons of these receipts again.
// Starts the embedded database if needed. The running service, or its next start, deletes their records and files.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { findSubjectOwner, openDatabase } from '@parley/db'
import { eraseUser } from '../packages/core/src/index.ts'
import { ownerHome } from '../packages/data/src/source/owner-home.ts'
import { reachDatabase } from './backup/reach-database.mjs'
import { sayFailure } from './backup/say-failure.mjs'
import { dataDirectoryFrom } from './data-directory.mjs'

const root = path.resolve(import.meta.dirname, '..')
const dataDirectory = dataDirectoryFrom(root)
process.exitCode = await eraseAgain(process.argv[2]).catch(sayFailure)

/** @param {string | undefined} file @returns {Promise<number>} 0 when every person is erased or is being erased, 1 for a failure, 2 for a wrong file */
async function eraseAgain(file) {
  const subjects = file === undefined ? null : readSubjects(file)
  if (subjects === null) {
    console.error('Name a file with receipts: the reply of GET /erasure, or receipts that the console saved.')
    return 2
  }
  const database = await reachDatabase(dataDirectory)
  const db = openDatabase({ url: database.url, poolSize: 1 })
  let begun = 0
  try {
    for (const subject of subjects) {
      const owner = await findSubjectOwner(db, subject)
      if (owner === null) continue
      await eraseUser({ db, data: { homeOf: ownerHome } }, owner, 'restore')
      begun += 1
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return 1
  } finally {
    await db.close()
    await database.close()
  }
  console.log(`Receipts: ${subjects.length}. Persons erased again: ${begun}. The others are not here.`)
  return 0
}

/** @param {string} file @returns {string[] | null} the pseudonyms of every receipt in the file; null for another file */
function readSubjects(file) {
  /** @type {string[]} */
  const subjects = []
  try {
    collect(JSON.parse(readFileSync(file, 'utf8')), subjects)
  } catch {
    return null
  }
  return subjects.length > 0 ? subjects : null
}

/** @param {unknown} value @param {string[]} subjects */
function collect(value, subjects) {
  if (typeof value !== 'object' || value === null) return
  if ('receipt_id' in value && 'subject' in value && typeof value.subject === 'string')
    subjects.push(value.subject)
  for (const each of Object.values(value)) collect(each, subjects)
}
