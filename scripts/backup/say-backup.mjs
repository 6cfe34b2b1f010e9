/**
 * Prints what a backup holds, in one line.
 *
 * @param {string} what the first half of the sentence
 * @param {import('@parley/backup').Manifest} manifest
 */
export function sayBackup(what, { tables, files, createdAt }) {
  const sum = (/** @type {readonly { bytes: number }[]} */ parts) =>
    parts.reduce((bytes, part) => bytes + part.bytes, 0)
  const rows = tables.reduce((total, table) => total + table.rows, 0)
  const size = ((sum(tables) + sum(files)) / 1_000_000).toFixed(1)
  console.log(
    `${what}: ${rows} rows of ${tables.length} tables and ${files.length} files, ${size} MB, of ${createdAt}.`,
  )
}
