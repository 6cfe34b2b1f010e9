// What the notes of execute_sql say of recorded statements of models. The data are not shipped. Name a folder with
//   MEANING (bench/meaning): databases/<name>.sqlite, and recorded.json, a list of
//     { model, database, question, gold, sql, verdict: "right" | "wider" | "wrong" | "fails" | … }
// The verdict compares the rows of the statement with those of the gold statement; "wider" has further columns.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDataTools, createSandbox, createValueStore, openEngine } from '@parley/data'
import { verifiedQuestion } from './retrieval/verified-question.mjs'

const OWNER = 'bench'
/** SQLite files need no network. */
const egress = { for: refuse, resolve: refuse }
const folder = process.env.MEANING ?? path.join(import.meta.dirname, 'meaning')
if (existsSync(folder)) await report()
else console.log(`not run: there is no data set in ${path.relative(process.cwd(), folder)} (MEANING)`)

async function report() {
  const root = await mkdtemp(path.join(tmpdir(), 'parley-bench-'))
  const sandbox = await createSandbox({ tempFolder: root })
  try {
    const recorded = JSON.parse(await readFile(path.join(folder, 'recorded.json'), 'utf8'))
    await printFit(recorded, { sandbox, folder: root })
    await printQuestions(recorded, { sandbox, folder: root })
    await printJoins(recorded, { sandbox, folder: root })
    const judged = await runAll(distinct(recorded), { sandbox, folder: root })
    printWarnings(judged)
    printRefusals(judged)
    printHints(judged)
  } finally {
    await sandbox.close()
    await rm(root, { recursive: true, force: true })
  }
}

/** Groups equal statements: each runs once, and counts as often as it was recorded. */
function distinct(recorded) {
  const groups = Map.groupBy(recorded, ({ database, gold, sql }) => JSON.stringify([database, gold, sql]))
  return [...groups.values()].map((same) => ({ ...same[0], count: same.length }))
}

async function runAll(recorded, options) {
  const judged = []
  for (const [database, statements] of Map.groupBy(recorded, (one) => one.database)) {
    const source = await connect(database, options)
    const pending = statements.values()
    const work = async () => {
      for (const statement of pending)
        judged.push({ ...statement, ...(await run(statement.sql, source, options)) })
    }
    await Promise.all([work(), work(), work()])
  }
  return judged
}

async function connect(name, { sandbox, folder: root }) {
  const owner = createHash('sha256').update(OWNER).digest('hex').slice(0, 32)
  const file = `datasets/${owner}/${randomUUID()}/database.sqlite`
  await mkdir(path.join(root, path.dirname(file)), { recursive: true })
  await copyFile(path.join(folder, 'databases', `${name}.sqlite`), path.join(root, file))
  const connection = { kind: 'sqlite', file }
  const engine = openEngine(connection, { sandbox, egress, folder: root, ownerId: OWNER })
  const { tables } = await engine.describe()
  return { id: name, name, kind: 'sqlite', description: '', connection, tables }
}

async function run(generated_sql, source, { sandbox, folder: root }) {
  const tools = createDataTools({ sandbox, egress, folder: root, ownerId: OWNER, sources: [source] })
  const tool = tools.find(({ name }) => name === 'execute_sql')
  const context = { stepId: 1, signal: new AbortController().signal, onProgress: () => undefined }
  const begun = performance.now()
  const { status, output } = await tool.call({ generated_sql }, context)
  // A note that a text in double quotes was accepted is not a warning.
  const notes = (output.notes ?? []).filter((note) => !note.includes(' was read as the text '))
  return { status, error: output.error, notes, milliseconds: performance.now() - begun }
}

function printWarnings(judged) {
  const ran = judged.filter(({ status }) => status === 'ok')
  for (const verdict of ['right', 'wider', 'wrong']) {
    const those = ran.filter((one) => one.verdict === verdict)
    const warned = those.filter(({ notes }) => notes.length > 0)
    const share = ((100 * total(warned)) / Math.max(1, total(those))).toFixed(1)
    console.log(`${verdict}: ${total(warned)} of ${total(those)} statements carry a warning (${share} %)`)
    const kinds = warned.flatMap(({ notes, count }) => notes.map((note) => ({ kind: kindOf(note), count })))
    for (const [kind, same] of Map.groupBy(kinds, ({ kind }) => kind))
      console.log(`  ${total(same)}  ${kind}`)
    if (process.env.SHOW)
      for (const one of those)
        console.log(JSON.stringify([verdict, one.question, one.sql, one.gold, one.notes]))
  }
  const times = ran.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
  const at = (part) => times[Math.floor(part * (times.length - 1))]?.toFixed(1)
  console.log(`time of a call: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`)
}

function printRefusals(judged) {
  const runnable = judged.filter(({ verdict }) => verdict !== 'fails')
  const refused = runnable.filter(({ status }) => status !== 'ok')
  console.log(`refused although the bare engine runs it: ${total(refused)} of ${total(runnable)}`)
  for (const { sql, error } of refused.slice(0, Number(process.env.SHOW ?? 5)))
    console.log(`  ${sql}\n    ${error}`)
}

/** Counts the statements that fail for an unknown name, and those whose error offers the name of the gold statement. */
function printHints(judged) {
  const unknown = judged.filter(
    ({ verdict, error }) => verdict === 'fails' && /^There is no (table|column)/.test(error),
  )
  const hinted = unknown.filter(({ gold, error }) => {
    const [wrong = '', hint = ''] = error.split(/; (.*)/s)
    const meant = new Set(wordsOf(gold))
    for (const word of wordsOf(wrong)) meant.delete(word)
    return wordsOf(hint).some((word) => meant.has(word))
  })
  console.log(
    `errors of unknown names that offer a name of the gold statement: ${total(hinted)} of ${total(unknown)}`,
  )
  if (process.env.SHOW)
    for (const one of unknown.filter((each) => !hinted.includes(each)))
      console.log(JSON.stringify(['hint', one.error, one.sql, one.gold]))
}

function wordsOf(text) {
  return text.toLowerCase().match(/[a-z_]\w*/g) ?? []
}

/** Verified questions among all others of the data set: each asked in its other wording. */
async function printQuestions(recorded, { sandbox, folder: root }) {
  const pairs = wordings(recorded)
  const definitions = pairs.map(({ first, gold }, index) => verifiedQuestion(first, gold, index))
  const find = async (user_question, known) => {
    const options = { sandbox, egress, folder: root, ownerId: OWNER, sources: [], definitions: known }
    const [tool] = createDataTools(options)
    const context = { stepId: 1, signal: new AbortController().signal, onProgress: () => undefined }
    const begun = performance.now()
    const { output } = await tool.call({ user_question }, context)
    return { found: output.definitions ?? [], milliseconds: performance.now() - begun }
  }
  const found = { first: 0, shown: 0, claimed: 0, wrong: 0 }
  const times = []
  for (const [index, { second, gold }] of pairs.entries()) {
    const { found: answers, milliseconds } = await find(second, definitions)
    times.push(milliseconds)
    found.first += Number(answers[0]?.statement === gold)
    found.shown += Number(answers.some(({ statement }) => statement === gold))
    found.claimed += Number(answers.some(({ statement, is_same }) => is_same && statement === gold))
    const others = await find(second, definitions.toSpliced(index, 1))
    found.wrong += Number(others.found.some(({ is_same }) => is_same))
    if (process.env.SHOW && others.found[0]?.is_same)
      console.log(JSON.stringify(['claimed', second, others.found[0].question]))
  }
  const part = (count) => `${count} of ${pairs.length} (${((100 * count) / pairs.length).toFixed(1)} %)`
  console.log(`verified questions in another wording: first ${part(found.first)}, shown ${part(found.shown)}`)
  console.log(
    `  called the same ${part(found.claimed)}; another called the same when the right one is missing ${part(found.wrong)}`,
  )
  times.sort((a, b) => a - b)
  console.log(
    `  time among ${pairs.length}: p50 ${times[times.length >> 1]?.toFixed(1)} ms, p95 ${times[Math.floor(times.length * 0.95)]?.toFixed(1)} ms`,
  )
}

/** Questions asked of the right database and of another one: whether the fit tells them apart. */
async function printFit(recorded, { sandbox, folder: root }) {
  const names = [...new Set(recorded.map(({ database }) => database))].sort()
  const values = createValueStore({ folder: root, waitMs: 600_000 })
  const tools = new Map()
  for (const name of names) {
    const source = await connect(name, { sandbox, folder: root })
    const options = { sandbox, egress, folder: root, ownerId: OWNER, sources: [source], values }
    tools.set(name, createDataTools(options)[0])
  }
  const context = { stepId: 1, signal: new AbortController().signal, onProgress: () => undefined }
  const fitOf = async (user_question, name) => (await tools.get(name).call({ user_question }, context)).output
  const questions = [...new Map(recorded.map(({ question, database }) => [question, database]))]
  for (const half of ['tuning', 'held out']) {
    const own = []
    const others = []
    for (const [at, [question, name]] of questions.entries()) {
      const isTuning = createHash('sha256').update(name).digest()[0] % 2 === 0
      if (isTuning !== (half === 'tuning')) continue
      const other = names[(names.indexOf(name) + 1 + (at % (names.length - 1))) % names.length]
      own.push(await fitOf(question, name))
      others.push(await fitOf(question, other))
    }
    const [fits, wrong] = [own, others].map((all) => all.flatMap(({ fit }) => fit ?? []))
    const wins = fits.flatMap((fit) => wrong.map((one) => (Math.sign(fit - one) + 1) / 2))
    const area = wins.reduce((sum, win) => sum + win, 0) / wins.length
    const share = (all) => `${((100 * all.filter((one) => one.not_here).length) / all.length).toFixed(1)} %`
    console.log(
      `fit, ${half}: AUC ${area.toFixed(4)}; "not here" said of ${share(others)} of ${others.length} questions of another database, and of ${share(own)} of the right one`,
    )
  }
  values.close()
}

/** Hides the declared keys, and counts those that find_metadata joins by the names and values of columns instead. */
async function printJoins(recorded, { sandbox, folder: root }) {
  const found = { right: 0, wrong: 0, keys: 0 }
  for (const name of new Set(recorded.map(({ database }) => database))) {
    const declared = await connect(name, { sandbox, folder: root })
    const source = { ...declared, tables: declared.tables.map(({ keys: _, ...table }) => table) }
    const keys = declared.tables.flatMap((table) =>
      (table.keys ?? [])
        .filter((key) => key.columns.length === 1 && key.table.toLowerCase() !== table.name.toLowerCase())
        .map((key) => [
          `${name}.${table.name}.${key.columns[0]}`,
          `${name}.${key.table}.${key.tableColumns[0]}`,
        ]),
    )
    const conditions = new Set(keys.map((ends) => ends.toSorted().join(' = ').toLowerCase()))
    const options = { sandbox, egress, folder: root, ownerId: OWNER, sources: [source] }
    const [tool] = createDataTools(options)
    const context = { stepId: 1, signal: new AbortController().signal, onProgress: () => undefined }
    const said = new Set()
    for (const ends of keys) {
      const user_question = ends.map((end) => end.split('.')[1]).join(' of ')
      const { output } = await tool.call({ user_question }, context)
      for (const { on } of output.joins ?? [])
        for (const one of on)
          said.add(one.replaceAll('"', '').toLowerCase().split(' = ').toSorted().join(' = '))
    }
    const right = [...conditions].filter((one) => said.has(one))
    const wrong = [...said].filter((one) => !conditions.has(one))
    found.keys += conditions.size
    found.right += right.length
    found.wrong += wrong.length
    if (process.env.SHOW)
      console.log(JSON.stringify(['joins', [...conditions].filter((one) => !said.has(one)), wrong]))
  }
  console.log(
    `joins without declared keys: ${found.right} of ${found.keys} keys found, ${found.wrong} joins that no key declares`,
  )
}

/** Two wordings of each gold statement that has two. */
function wordings(recorded) {
  const groups = Map.groupBy(
    recorded,
    ({ database, gold }) => `${database} ${gold.toLowerCase().replace(/\s+/g, '')}`,
  )
  return [...groups.values()].flatMap((same) => {
    const [first, second] = new Set(same.map(({ question }) => question))
    return second === undefined ? [] : [{ first, second, gold: same[0].gold }]
  })
}

function total(many) {
  return many.reduce((sum, { count }) => sum + count, 0)
}

/** A note without the names and values in it. */
function kindOf(note) {
  return note.replace(/'[^']*'|"[^"]*"|[\w.]*[._][\w.]*|\d+/g, '…').slice(0, 70)
}

function refuse() {
  throw new Error('There is no network here')
}
