import { meaning } from './meaning.mjs'

/** Notes of these kinds say that rows, the header or the values are not as they stand in the file. */
const DOUBTS = new Set([
  'left_out',
  'mended',
  'header',
  'separator',
  'encoding',
  'kept_as_text',
  'numbers',
  'part',
])

/**
 * Compares the rows that the service read from a file with another reading of the file. Classes: `perfect`, `read with
 * note` (the same values, and something was assumed), `other, with note` (other values, and the notes say why),
 * `silently wrong`, and for files without another reading `no reference` and `no reference, with note`.
 */
export function judgeReading({ tables, reference }) {
  const notes = tables.flatMap(({ notes: all }) => all)
  const isSaid = notes.length > 0
  if (!reference) return { class: isSaid ? 'no reference, with note' : 'no reference', why: '' }
  const found = tables.map((table) => bestMatch(table, reference))
  const miss = found.find(({ isSame }) => !isSame)
  if (!miss) return { class: isSaid ? 'read with note' : 'perfect', why: '' }
  const doubts = miss.table.notes.filter(({ kind }) => DOUBTS.has(kind))
  return { class: doubts.length > 0 ? 'other, with note' : 'silently wrong', why: miss.why }
}

function bestMatch(table, references) {
  const found = references.map((reference) => match(table, reference))
  return found.reduce((a, b) => (b.isSame || (!a.isSame && b.shared > a.shared) ? b : a))
}

/** Accepts dates day first or month first, because a note says which order the service took. */
function match(table, reference) {
  const tries = [true, false].map((isDayFirst) => matchOf(table, reference, isDayFirst))
  return tries.reduce((a, b) => (b.isSame || (!a.isSame && b.shared > a.shared) ? b : a))
}

function matchOf(table, reference, isDayFirst) {
  const { header, rows, width } = inOrderOf(table, reference)
  const all = table.hasHeader ? rows : [header, ...rows]
  const wanted = all.map((row) => keyOf(row, width, isDayFirst)).filter(Boolean)
  const has = table.rows.map((row) => keyOf(row, width, isDayFirst)).filter(Boolean)
  const counts = new Map()
  for (const key of wanted) counts.set(key, (counts.get(key) ?? 0) + 1)
  let example = ''
  let shared = 0
  for (const key of has) {
    const count = counts.get(key) ?? 0
    if (count > 0) shared++
    else example ||= key
    counts.set(key, count - 1)
  }
  const isSame = shared === wanted.length && shared === has.length
  const left = [...counts].find(([, count]) => count > 0)?.[0] ?? ''
  const why = isSame
    ? ''
    : `${has.length} rows for ${wanted.length}; read ${shown(example)} for ${shown(left)}`
  return { isSame, shared, table, why }
}

/** The columns of the reference that have a name or a value, for records of JSON in the order of the table. */
function inOrderOf({ names }, { header, rows, isKeyed }) {
  const used = header.flatMap((name, place) =>
    (name ?? '').trim() !== '' || rows.some((row) => (row[place] ?? '').trim() !== '') ? [place] : [],
  )
  const places = isKeyed
    ? used.toSorted((a, b) => placeOf(header[a], names) - placeOf(header[b], names))
    : used
  const pick = (row) => places.map((place) => row[place] ?? null)
  return { header: pick(header), rows: rows.map(pick), width: places.length }
}

/** The place of a column by its name in the file. The service appends a number to a name that is a word of SQL. */
function placeOf(name, names) {
  const plain = plainName(name)
  const place = names.indexOf(plain)
  return place === -1 ? names.findIndex((other) => other.replace(/_\d+$/, '') === plain) : place
}

/** A name as the service gives it to a column. */
function plainName(name) {
  const words = name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '_')
    .replace(/^_+|_+$/g, '')
  return /^\p{N}/u.test(words) ? `_${words}` : words
}

function keyOf(row, width, isDayFirst) {
  const cells = row.map((cell) => meaning(withoutGuard(cell ?? ''), isDayFirst))
  while (cells.length < width) cells.push('')
  while (cells.length > 0 && cells.at(-1) === '') cells.pop()
  return cells.join('\u0001')
}

/** An export has an apostrophe in front of texts that a spreadsheet would take for a formula; both sides lose it. */
function withoutGuard(cell) {
  return /^'(?:[=+@\t\r]|-(?![\d.]))/.test(cell) ? cell.slice(1) : cell
}

function shown(key) {
  return `“${key.replaceAll('\u0001', '·').slice(0, 140)}”`
}
