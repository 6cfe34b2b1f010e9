// How files are read. POLLOCK is a folder with `survey_sample` and `polluted_files` of the Pollock benchmark
// (github.com/HPI-Information-Systems/Pollock); each file comes in through ingestFile, and its records are compared with
// the clean parse beside it. FILES is any folder of files without clean parses; their outcomes are counted.
// FILES_EVERY=20 takes every twentieth file of a set. FILES_CSV_MIB writes a plain CSV of that size and compares its ingestion with DuckDB's own conversion to Parquet.
import { mkdtemp, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join, relative } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { createSandbox, ingestFile } from '@parley/data'
import { meaning } from './files/meaning.mjs'

const FORMATS = { '.csv': 'csv', '.tsv': 'tsv', '.tab': 'tsv', '.txt': 'csv' }
const FILES_EVERY = Number(process.env.FILES_EVERY ?? 1)
const SHOWN_MISSES = 40
const MIB = 1_048_576

const root = await mkdtemp(join(tmpdir(), 'parley-files-'))
const sandbox = await createSandbox({ tempFolder: root })
const connection = await (await DuckDBInstance.create(':memory:')).connect()
try {
  const { POLLOCK, FILES, FILES_CSV_MIB, FILES_SETS = 'survey_sample,polluted_files' } = process.env
  if (POLLOCK) for (const set of FILES_SETS.split(',')) await comparePollock(join(POLLOCK, set), set)
  if (FILES) await countFiles(FILES)
  if (FILES_CSV_MIB) await timeLarge(Number(FILES_CSV_MIB))
} finally {
  connection.closeSync()
  await sandbox.close()
  await rm(root, { recursive: true, force: true })
}

/** Classes: perfect, the same records with notes, other records with notes, refused, other records without a note. */
async function comparePollock(folder, set) {
  const classes = {
    perfect: 0,
    'read with note': 0,
    'differs, with note': 0,
    refused: 0,
    'silently wrong': 0,
  }
  const misses = []
  let sum = 0
  let headers = 0
  const all = (await readdir(join(folder, 'csv'))).toSorted()
  const names = all.filter((name, index) => name.startsWith('file_') || index % FILES_EVERY === 0)
  for (const name of names) {
    const clean = parseClean(await readFile(join(folder, 'clean', name), 'utf8'))
    const found = await ingest(join(folder, 'csv', name))
    const score = found.error ? refusedScore(clean, found.error) : bestScore(clean, found)
    sum += score.f1
    headers += score.header
    classes[score.class]++
    if (score.f1 < 1) misses.push(`${name}: F1 ${score.f1.toFixed(3)}, ${score.class}: ${score.reason}`)
  }
  console.log(`\n### ${set}: ${names.length} files\n`)
  for (const [label, count] of Object.entries(classes)) console.log(`- ${label}: ${count}`)
  console.log(
    `- record F1: ${(sum / names.length).toFixed(4)}; names of columns as in the clean parse: ${headers}`,
  )
  for (const miss of misses.slice(0, SHOWN_MISSES)) console.log(`    ${miss}`)
  if (misses.length > SHOWN_MISSES) console.log(`    and ${misses.length - SHOWN_MISSES} more`)
}

async function ingest(path) {
  const format = FORMATS[extname(path).toLowerCase()] ?? 'csv'
  const upload = { sandbox, folder: root, ownerId: 'bench', name: 'file', format }
  try {
    const { tables } = await ingestFile({ ...upload, content: await readFile(path) })
    const [table] = tables
    const names = table.columns.map(({ name }) => `"${name}"::VARCHAR`)
    const read = await connection.runAndReadAll(
      `SELECT ${names} FROM read_parquet('${join(root, table.file).replaceAll("'", "''")}')`,
    )
    return { rows: read.getRowsJson(), table, notes: table.reading?.notes ?? [] }
  } catch (error) {
    return { error }
  }
}

/** An empty file is refused with its reason, which is right. */
function refusedScore(clean, error) {
  const isRight = clean.length === 0
  return { f1: isRight ? 1 : 0, header: 0, class: 'refused', reason: error.message }
}

/** Scores all dates day first, then month first, and keeps the better score: a date such as 1/2/2024 allows both. */
function bestScore(clean, { rows, table, notes }) {
  const scores = [true, false].map((isDayFirst) => recordF1(clean.slice(1), rows, isDayFirst))
  const best = scores.reduce((a, b) => (b.f1 > a.f1 ? b : a))
  const names = table.columns.map(({ name, description }) => headerOf(name, description))
  const isSame = clean.length > 0 && same(names, clean[0].map((cell) => cell.trim()).filter(Boolean))
  const told = notes.filter(({ kind }) =>
    ['left_out', 'mended', 'header', 'separator', 'encoding', 'kept_as_text'].includes(kind),
  )
  const texts = told.map(({ text }) => text).join(' ')
  const unlike = told.length > 0 ? 'differs, with note' : 'silently wrong'
  const alike = notes.length > 0 ? 'read with note' : 'perfect'
  const label = best.f1 < 1 ? unlike : alike
  return {
    ...best,
    header: isSame ? 1 : 0,
    class: label,
    reason: `${texts} ${best.example ?? ''}`.slice(0, 420),
  }
}

function headerOf(name, description) {
  return /^Header in the file: (.*?)\.(?: |$)/.exec(description)?.[1] ?? name
}

function same(a, b) {
  return a.length === b.length && a.every((value, index) => value === b[index].replace(/\s+/g, ' '))
}

/** F1 over the multisets of records, empty cells left out, as the Pollock benchmark counts it. */
function recordF1(clean, rows, isDayFirst) {
  const key = (cells) =>
    cells
      .map((cell) => meaning(cell ?? '', isDayFirst))
      .filter((cell) => cell !== '')
      .join('\u0001')
  const expected = new Map()
  for (const cells of clean) expected.set(key(cells), (expected.get(key(cells)) ?? 0) + 1)
  let shared = 0
  let example
  for (const cells of rows) {
    const count = expected.get(key(cells)) ?? 0
    if (count > 0) {
      shared++
      expected.set(key(cells), count - 1)
    } else example ??= `e.g. ${JSON.stringify(cells).slice(0, 160)}`
  }
  if (clean.length === 0) return { f1: 1 }
  if (shared === 0) return { f1: 0, example }
  const precision = shared / rows.length
  const recall = shared / clean.length
  return { f1: (2 * precision * recall) / (precision + recall), example }
}

/** RFC 4180, as the clean files are written. */
function parseClean(content) {
  const text = content.replace(/^\ufeff/, '')
  const rows = []
  let row = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/gy
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text)
    if (!found) throw new Error('A clean file is not CSV.')
    row.push(found[1] === undefined ? found[2] : found[1].replaceAll('""', '"'))
    if (found[3] === ',' && cell.lastIndex < text.length) continue
    rows.push(row)
    row = []
  }
  return rows
}

async function countFiles(folder) {
  const counts = { 'read without a note': 0, 'read with notes': 0, refused: 0, failed: 0 }
  const refusals = []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && extname(entry.name).toLowerCase() in FORMATS)
  for (const entry of files) {
    const path = join(entry.parentPath, entry.name)
    const found = await ingest(path)
    const isRefused = found.error?.code === 'invalid_request'
    if (found.error) counts[isRefused ? 'refused' : 'failed']++
    else counts[found.notes.length === 0 ? 'read without a note' : 'read with notes']++
    if (found.error) refusals.push(`${relative(folder, path)}: ${found.error.message}`)
  }
  console.log(`\n### ${files.length} files without a reference\n`)
  for (const [label, count] of Object.entries(counts)) console.log(`- ${label}: ${count}`)
  for (const refusal of refusals) console.log(`    ${refusal}`)
}

/** Rounds alternate, so that neither has the warmer disk. */
async function timeLarge(mib) {
  const path = join(root, 'large.csv')
  await writeLarge(path, mib * MIB)
  const times = { parley: [], duckdb: [], conversion: [] }
  for (let round = 0; round < 3; round++) {
    times.duckdb.push(
      await timeOf(() =>
        connection.run(
          `COPY (FROM read_csv('${path}')) TO '${join(root, 'plain.parquet')}' (FORMAT parquet, COMPRESSION zstd)`,
        ),
      ),
    )
    const file = await open(path)
    const upload = {
      sandbox,
      folder: root,
      ownerId: 'bench',
      name: 'large',
      format: 'csv',
      keepsOriginal: true,
    }
    let cameInAt = 0
    async function* content() {
      yield* file.createReadStream({ highWaterMark: MIB })
      cameInAt = performance.now()
    }
    times.parley.push(await timeOf(() => ingestFile({ ...upload, content: content() })))
    times.conversion.push(performance.now() - cameInAt)
  }
  const least = (all) => Math.min(...all)
  const [parley, duckdb, conversion] = [times.parley, times.duckdb, times.conversion].map(least)
  const { size } = await stat(path)
  console.log(`\n### ${(size / MIB).toFixed(0)} MiB of plain CSV\n`)
  console.log(`- ingestFile, with writing the upload to disk: ${(parley / 1000).toFixed(2)} s`)
  console.log(`- DuckDB's COPY to Parquet: ${(duckdb / 1000).toFixed(2)} s`)
  console.log(`- ingestFile after the last byte came in: ${(conversion / 1000).toFixed(2)} s`)
  const ratios = [parley, conversion].map((time) => (time / duckdb).toFixed(2))
  console.log(`- ratio: ${ratios[0]}, after the last byte ${ratios[1]}`)
}

async function timeOf(work) {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function writeLarge(path, bytes) {
  await using file = await open(path, 'w')
  await file.write('id,day,city,amount,note\n')
  for (let written = 0, id = 0; written < bytes; ) {
    const lines = Array.from({ length: 20_000 }, () => {
      id++
      return `${id},20${10 + (id % 15)}-0${1 + (id % 9)}-1${id % 10},City ${id % 997},${(id % 100_000) / 100},Note number ${(id * 7919) % 1_000_003}\n`
    }).join('')
    written += (await file.write(lines)).bytesWritten
  }
}
