import { gunzipSync } from 'node:zlib'
import readWorkbook from 'read-excel-file/node'

/**
 * Reads a file with other code than the service: delimited text as RFC 4180 has it, JSON with JSON.parse, workbooks with
 * read-excel-file. Returns tables of texts, with the first row of each as its header. Returns null for a file of
 * another form, of which no single reading is right.
 *
 * @param {Buffer} sent @param {string} ending
 * @returns {Promise<{ header: string[], rows: (string | null)[][] }[] | null>}
 */
export async function readReference(sent, ending) {
  const content = sent[0] === 0x1f && sent[1] === 0x8b ? gunzipSync(sent) : sent
  try {
    if (ending === 'xlsx') return await readSheets(content)
    if (ending === 'csv' || ending === 'tsv') return readDelimited(content, ending === 'tsv' ? '\t' : ',')
    return readJson(content, ending)
  } catch {
    return null
  }
}

async function readSheets(content) {
  const sheets = await readWorkbook(content)
  const tables = sheets.flatMap(({ data }) => {
    const rows = data.map((row) => row.map(textOfCell)).filter((row) => row.some(isFilled))
    const [header, ...below] = rows
    return header && below.length > 0 ? [{ header: header.map((name) => name ?? ''), rows: below }] : []
  })
  return tables.length > 0 ? tables : null
}

function textOfCell(value) {
  if (value === null || value === undefined) return null
  return value instanceof Date ? value.toISOString().replace(/(T00:00:00)?\.000Z$/, '') : String(value)
}

/** Null for a file of rows of several lengths. */
function readDelimited(content, usual) {
  const text = decoded(content)
  const separators = [usual, ';', '\t', '|'].filter((mark, index, all) => all.indexOf(mark) === index)
  for (const separator of separators) {
    const rows = parseDelimited(text, separator)?.filter((row) => row.length > 1 || isFilled(row[0]))
    const [header, ...below] = rows ?? []
    if (!header || header.length < 2) continue
    return below.every((row) => row.length === header.length) ? [{ header, rows: below }] : null
  }
  return null
}

function decoded(content) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return new TextDecoder('windows-1252').decode(content)
  }
}

/**
 * Records of a delimited text (RFC 4180); null where a quote stands in the middle of a value.
 *
 * @param {string} text @param {string} separator
 */
export function parseDelimited(text, separator) {
  const mark = separator.replace(/[|]/g, String.raw`\|`)
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${mark}\\r\\n]*))(${mark}|\\r\\n|\\n|\\r|$)`, 'gy')
  const rows = []
  let row = []
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text)
    if (!found) return null
    row.push(found[1] === undefined ? found[2] : found[1].replaceAll('""', '"'))
    if (found[3] === separator && cell.lastIndex < text.length) continue
    if (found[3] === separator) row.push('')
    rows.push(row)
    row = []
  }
  return rows
}

/** Only records whose values are plain: how nested values look as text is not settled. */
function readJson(content, ending) {
  const text = decoded(content).replace(/^\ufeff/, '')
  const records =
    ending === 'json'
      ? JSON.parse(text)
      : text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line)]))
  if (!Array.isArray(records) || records.length === 0) return null
  if (!records.every((record) => record !== null && typeof record === 'object' && !Array.isArray(record)))
    return null
  const header = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const rows = records.map((record) => header.map((key) => record[key] ?? null))
  if (rows.some((row) => row.some((value) => value !== null && typeof value === 'object'))) return null
  return [
    {
      header,
      isKeyed: true,
      rows: rows.map((row) => row.map((value) => (value === null ? null : String(value)))),
    },
  ]
}

function isFilled(cell) {
  return cell !== null && cell !== undefined && cell.trim() !== ''
}
