// Whether find_metadata offers the stored spelling of a value that a question spells otherwise. The data are not shipped:
// name a folder with MEANING (bench/meaning) that has databases/<name>.sqlite. With --size it also builds an index of
// that many made values and searches it.
//
//   MEANING=… node bench/values.bench.mjs [--size 1000000] [--syllables 3] [--misses 20] [--seed 7]
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { createDataTools, createSandbox, createValueStore, openEngine } from '@parley/data'
import { createRandom } from './evidence/corpus.mjs'

const { values: options } = parseArgs({
  options: {
    size: { type: 'string' },
    syllables: { type: 'string' },
    misses: { type: 'string' },
    seed: { type: 'string' },
  },
})
const OWNER = 'bench'
const egress = { for: refuse, resolve: refuse }
const data = process.env.MEANING ?? path.join(import.meta.dirname, 'meaning')
const random = createRandom(Number(options.seed ?? 7))
const PER_COLUMN = 12
const SYLLABLES = 'ba be da do fe ga go hi ka ke lo ma mi na no pe ra ri sa so ta ti va ve wi xo ya zu'.split(
  ' ',
)

/** How questions spell a value otherwise; null where a value cannot be spelled so. */
const SPELLINGS = {
  'lower case': (text) => differs(text, text.toLowerCase()),
  capitals: (text) => differs(text, text.toUpperCase()),
  'no accents': (text) => differs(text, text.normalize('NFKD').replace(/\p{M}/gu, '')),
  plural: (text) => (/[a-rt-z]$/.test(text) ? `${text}s` : null),
  'letter left out': (text) => change(text, (word, at) => word.slice(0, at) + word.slice(at + 1)),
  'letters swapped': (text) =>
    change(text, (word, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)),
  'last word left out': (text) => (/^\S+ \S+/.test(text) ? text.replace(/\s+\S+$/, '') : null),
  'no blanks': (text) => (/^\S+ \S+$/.test(text) ? text.replace(/\s+/, '') : null),
  initials: (text) =>
    /^(?:\p{Lu}\p{Ll}+ ){1,3}\p{Lu}\p{Ll}+$/u.test(text) ? text.replace(/[^\p{Lu}]/gu, '') : null,
}

const root = await mkdtemp(path.join(tmpdir(), 'parley-bench-'))
const sandbox = await createSandbox({ tempFolder: root })
try {
  if (existsSync(data)) await report()
  else console.log(`not run: there is no data set in ${path.relative(process.cwd(), data)} (MEANING)`)
  if (options.size) await reportSize(Number(options.size))
} finally {
  await sandbox.close()
  await rm(root, { recursive: true, force: true })
}

async function report() {
  const counts = new Map()
  const misses = []
  const times = []
  for (const file of (await readdir(path.join(data, 'databases'))).sort()) {
    const source = await connect(path.basename(file, '.sqlite'))
    const values = createValueStore({ folder: root, waitMs: 600_000 })
    const [tool] = createDataTools({
      sandbox,
      egress,
      folder: root,
      ownerId: OWNER,
      sources: [source],
      values,
    })
    const ask = async (user_question) => {
      const begun = performance.now()
      const { output } = await tool.call({ user_question }, context())
      times.push(performance.now() - begun)
      return output.values ?? []
    }
    await ask('first')
    times.pop()
    for (const { table, column, texts } of readColumns(file, source))
      for (const text of drawn(texts))
        for (const [spelling, write] of Object.entries(SPELLINGS)) {
          const asked = write(text)
          if (asked === null || isShared(asked, texts)) continue
          const kind = texts.length <= 25 ? 'small' : 'large'
          const found = (await ask(`How many ${table.replaceAll('_', ' ')} are there for ${asked}?`)).some(
            (value) => value.stored === text && value.column.endsWith(`.${column}`),
          )
          const count = counts.get(`${kind} ${spelling}`) ?? { kind, spelling, asked: 0, found: 0 }
          counts.set(`${kind} ${spelling}`, count)
          count.asked++
          count.found += Number(found)
          if (!found) misses.push(`${kind}, ${spelling}: ${table}.${column}: ${asked} for ${text}`)
        }
    values.close()
  }
  const rows = [...counts.values()]
  for (const kind of ['small', 'large']) {
    const those = rows.filter((row) => row.kind === kind)
    console.table(those.map((row) => ({ ...row, share: share(row) })))
    const sum = { asked: total(those, 'asked'), found: total(those, 'found') }
    console.log(`${kind} columns: stored spelling offered ${share(sum)} of ${sum.asked}`)
  }
  times.sort((a, b) => a - b)
  console.log(`a call of find_metadata: p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms`)
  for (const miss of misses.slice(0, Number(options.misses ?? 20))) console.log(miss)
}

/** Columns of texts that name things: few of their values are numbers. */
function readColumns(file, source) {
  const database = new DatabaseSync(path.join(data, 'databases', file), { readOnly: true })
  const columns = source.tables.flatMap((table) =>
    table.columns
      .filter(({ type }) => /char|text/i.test(type))
      .map(({ name }) => {
        const rows = database
          .prepare(
            `SELECT DISTINCT "${name}" AS v FROM "${table.name}" WHERE length("${name}") BETWEEN 2 AND 60`,
          )
          .all()
        const texts = rows.map(({ v }) => String(v)).filter((text) => /\p{L}{2}/u.test(text))
        return { table: table.name, column: name, texts }
      })
      .filter(({ texts }) => texts.length > 0),
  )
  database.close()
  return columns
}

/** Whether more than three values begin with the asked words, so that no answer can know which one is meant. */
function isShared(asked, texts) {
  return texts.filter((text) => text.startsWith(`${asked} `)).length > 3
}

function drawn(texts) {
  if (texts.length <= PER_COLUMN) return texts
  return Array.from({ length: PER_COLUMN }, () => texts[Math.floor(random() * texts.length)])
}

/** Changes a letter inside the longest word, which has five letters or more. */
function change(text, edit) {
  const [word = ''] = text.split(/\s+/).toSorted((a, b) => b.length - a.length)
  if (!/^\p{L}{5,}$/u.test(word)) return null
  const at = 1 + Math.floor(random() * (word.length - 3))
  return differs(text, text.replace(word, edit(word, at)))
}

function differs(text, other) {
  return other === text ? null : other
}

/** Made values in columns of 10,000: building, size on the disk and searches. */
async function reportSize(size) {
  const values = createValueStore({ folder: path.join(root, 'size'), waitMs: 3_600_000 })
  const columns = Array.from({ length: Math.ceil(size / 10_000) }, (_, index) => ({
    name: `c${index}`,
    type: 'VARCHAR',
    description: '',
    samples: [],
  }))
  const source = {
    id: 'size',
    name: 'size',
    kind: 'file',
    description: '',
    updatedAt: 'now',
    tables: [{ name: 't', description: '', rowCount: null, columns }],
  }
  const read = async () => Array.from({ length: 10_000 }, () => ({ value: madeName() }))
  const begun = performance.now()
  const cpu = process.cpuUsage()
  const find = await values.open(OWNER, source, read)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(
    `${size} values made and indexed in ${seconds} s, ${cpuSeconds(cpu).toFixed(1)} s of CPU in all threads`,
  )
  console.log(`at most ${(process.resourceUsage().maxRSS / 1000).toFixed(0)} MB of memory`)
  const folder = path.join(root, 'size', 'indexes')
  for (const file of await readdir(folder, { recursive: true }))
    if (file.endsWith('.sqlite'))
      console.log(`${((await stat(path.join(folder, file))).size / 1e6).toFixed(0)} MB on the disk`)
  const asking = process.cpuUsage()
  const cpuTimes = []
  const times = Array.from({ length: 500 }, () => {
    const start = performance.now()
    const used = process.threadCpuUsage()
    find(`How many orders of ${madeName().toLowerCase()} were there last year?`, new Set())
    const { user, system } = process.threadCpuUsage(used)
    cpuTimes.push((user + system) / 1000)
    return performance.now() - start
  }).sort((a, b) => a - b)
  cpuTimes.sort((a, b) => a - b)
  const each = 1000 * (cpuSeconds(asking) / times.length)
  console.log(`a search: p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms, ${each.toFixed(1)} ms of CPU`)
  console.log(`CPU of a search: p50 ${at(cpuTimes, 0.5)} ms, p95 ${at(cpuTimes, 0.95)} ms`)
  values.close()
}

function cpuSeconds(since) {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1e6
}

/** Two words of `--syllables` syllables. Three syllables give 22,000 different words, and four give 600,000. */
function madeName() {
  const word = () => {
    const text = Array.from(
      { length: Number(options.syllables ?? 3) },
      () => SYLLABLES[Math.floor(random() * SYLLABLES.length)],
    ).join('')
    return text[0].toUpperCase() + text.slice(1)
  }
  return `${word()} ${word()}${Math.floor(random() * 10)}`
}

async function connect(name) {
  const owner = createHash('sha256').update(OWNER).digest('hex').slice(0, 32)
  const file = `datasets/${owner}/${randomUUID()}/database.sqlite`
  await mkdir(path.join(root, path.dirname(file)), { recursive: true })
  await copyFile(path.join(data, 'databases', `${name}.sqlite`), path.join(root, file))
  const connection = { kind: 'sqlite', file }
  const engine = openEngine(connection, { sandbox, egress, folder: root, ownerId: OWNER })
  const { tables } = await engine.describe()
  return { id: name, name, kind: 'sqlite', description: '', connection, tables }
}

function context() {
  return { stepId: 1, signal: new AbortController().signal, onProgress: () => undefined }
}

function share({ asked, found }) {
  return `${((100 * found) / Math.max(1, asked)).toFixed(1)} %`
}

function total(rows, name) {
  return rows.reduce((sum, row) => sum + row[name], 0)
}

function at(sorted, part) {
  return (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1)
}

function refuse() {
  throw new Error('There is no network here')
}
