import { readFileSync } from 'node:fs'
import path from 'node:path'
import { IMPORTS_ALLOWED } from './imports-allowed.mjs'

export const DOCUMENT = 'ARCHITECTURE.md'
const BEGIN = '<!-- Written by `node scripts/package-table.mjs`. -->\n\n'
const HEAD = ['package', 'what it is', 'imports']

/**
 * The table of packages in ARCHITECTURE.md equals the table that imports are checked by.
 *
 * @param {import('./read-project.mjs').Project} project
 * @returns {string[]}
 */
export function checkPackageTable({ root, files }) {
  const document = files.find((file) => file.path === DOCUMENT)
  if (!document?.text.includes(BEGIN) || document.text === withPackageTable(root, document.text)) return []
  return [`${DOCUMENT}: its table of packages is out of date. Run \`node scripts/package-table.mjs\`.`]
}

/**
 * Writes the current table of packages into the document: a row for each package, with the description of its
 * package.json and the packages that it may import.
 *
 * @param {string} root the folder of the project
 * @param {string} text the document, with the comment above the table
 * @returns {string} the document with the current table
 */
export function withPackageTable(root, text) {
  const start = text.indexOf(BEGIN) + BEGIN.length
  const rest = text.slice(start).replace(/^(\|.*\n)*/, '')
  const rows = Object.entries(IMPORTS_ALLOWED).map(([name, allowed]) => [
    `\`${name}\``,
    describe(root, `packages/${name}`),
    allowed.join(', ') || 'nothing',
  ])
  const web = ['`apps/web`', describe(root, 'apps/web'), 'all']
  return text.slice(0, start) + formatTable([HEAD, ...rows, web]) + rest
}

/** @param {string} root @param {string} folder @returns {string} without its full stop */
function describe(root, folder) {
  const { description } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))
  return description.replace(/\.$/, '')
}

/** @param {string[][]} rows the first one is the head @returns {string} */
function formatTable([head = [], ...rows]) {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (/** @type {string[]} */ cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`
  return line(head) + line(widths.map((width) => '-'.repeat(width))) + rows.map(line).join('')
}
