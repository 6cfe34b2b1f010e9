import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = 'prisma/migrations'
/** Older migrations were made before releases were replaced one replica at a time. */
const SINCE = '20261122190000'
const CONTRACTS =
  /\b(DROP\s+(TABLE|COLUMN|TYPE|FUNCTION|VIEW)|RENAME\s+(TO|COLUMN)|SET\s+NOT\s+NULL|ALTER\s+COLUMN\s+"?\w+"?\s+(SET\s+DATA\s+)?TYPE)\b/i
const REQUIRED_COLUMN =
  /\bADD\s+(?!CONSTRAINT\b)(COLUMN\s+)?"?\w+"?\s[^,;]*\bNOT\s+NULL\b(?![^,;]*\bDEFAULT\b)(?<!\bDEFAULT\b[^,;]*)/i

/**
 * A migration only adds, so that the former release runs on the new schema: expand first, contract one release later. A
 * migration that takes something away says so at the end of its name, and former releases then refuse to start.
 *
 * @param {import('./read-project.mjs').Project} project
 * @returns {string[]}
 */
export function checkMigrations({ root, files }) {
  if (!files.some((file) => file.path.startsWith(`${FOLDER}/`))) return []
  return readdirSync(path.join(root, FOLDER)).flatMap((name) => {
    if (name < SINCE || !/^\d/.test(name) || name.endsWith('_contract')) return []
    const sql = readFileSync(path.join(root, FOLDER, name, 'migration.sql'), 'utf8').replaceAll(/--.*$/gm, '')
    const [found] = CONTRACTS.exec(sql) ?? REQUIRED_COLUMN.exec(sql) ?? []
    if (found === undefined) return []
    return [
      `${FOLDER}/${name}: "${found}" breaks the former release. Add only, or end the name with _contract one release later.`,
    ]
  })
}
