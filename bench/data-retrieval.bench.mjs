// find_metadata on public questions: which tables and columns of a gold statement the answer contains. Uses
// the Spider data set (https://yale-lily.github.io/spider, CC BY-SA 4.0), which is not shipped: put its
// tables.json and dev.json into bench/spider, or name another folder in SPIDER. With train.json beside them
// it also measures those questions, which the ranking was not tuned on. Last it measures copies of the
// schemas for size.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDataTools, createMetadataStore } from '@parley/data'

const folder = process.env.SPIDER ?? path.join(import.meta.dirname, 'spider')
if (!existsSync(path.join(folder, 'tables.json'))) {
  console.log(
    `not run: there is no Spider data set in ${path.relative(process.cwd(), folder)} (tables.json, dev.json)`,
  )
  process.exit(0)
}
const databases = JSON.parse(await readFile(path.join(folder, 'tables.json'), 'utf8'))
const questions = await readQuestions('dev.json')
const sources = databases.map(readSource)
const indexes = await mkdtemp(path.join(tmpdir(), 'parley-bench-'))
const store = createMetadataStore({ folder: indexes })
try {
  await reportQuality('development', questions)
  if (existsSync(path.join(folder, 'train.json')))
    await reportQuality('training', await readQuestions('train.json'))
  await reportSpeed()
} finally {
  store.close()
  await rm(indexes, { recursive: true, force: true })
}

async function reportQuality(name, asked) {
  const answers = await findAnswers(asked)
  const merged = await store.open('merged', sources)
  const single = new Map()
  for (const source of sources) single.set(source.name, await store.open(source.name, [source]))
  const found = asked.map((question, index) => ({
    half: halfOf(question.database),
    merged: [...sharesOf(question, merged.search(question.question, 50)), ...answers[index]],
    alone: sharesOf(question, single.get(question.database).search(question.question, 50)),
  }))
  console.log(
    `\n${asked.length} ${name} questions, ${databases.length} databases, no values or descriptions\n`,
  )
  console.log(
    '| catalog | databases | questions | tables@5 | tables@10 | all tables@10 | columns@20 | columns@50 | answer: tables | columns | of 8 KB |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|---|')
  for (const half of ['tuning', 'held out', 'all']) {
    const rows = found.filter((one) => half === 'all' || one.half === half)
    console.log(
      `| all merged | ${half} | ${rows.length} | ${means(rows.map((row) => row.merged)).join(' | ')} |`,
    )
  }
  console.log(
    `| the right one | all | ${found.length} | ${means(found.map((row) => row.alone)).join(' | ')} | | | |`,
  )
}

/** The ranking is tuned on questions about half of the databases; the other half measures its quality. */
function halfOf(database) {
  const [first] = createHash('sha256').update(database).digest()
  return first % 2 === 0 ? 'tuning' : 'held out'
}

function sharesOf(question, hits) {
  const tables = hits.map((hit) => `${hit.source.name}.${hit.table.name}`)
  const columns = hits
    .flatMap((hit) =>
      hit.columns.map(({ column, score }) => ({
        name: `${hit.source.name}.${hit.table.name}.${column.name}`,
        score,
      })),
    )
    .sort((a, b) => b.score - a.score)
    .map(({ name }) => name)
  return [
    share(question.tables, tables.slice(0, 5)),
    share(question.tables, tables.slice(0, 10)),
    Number(share(question.tables, tables.slice(0, 10)) === 1),
    share(question.columns, columns.slice(0, 20)),
    share(question.columns, columns.slice(0, 50)),
  ]
}

/** The text that a model reads: the tool's answer, within its byte limit. */
async function findAnswers(asked) {
  const saveArtifact = () => Promise.reject(new Error('No charts here'))
  const options = {
    sources,
    metadata: store,
    ownerId: 'merged',
    folder: indexes,
    sandbox: null,
    saveArtifact,
  }
  const tool = createDataTools(options).find(({ name }) => name === 'find_metadata')
  const found = []
  for (const question of asked) {
    const { output, content } = await tool.call({ user_question: question.question }, { stepId: 1 })
    const tables = output.data.map(({ table }) => table)
    const columns = output.data.flatMap((entry) => entry.columns.map(({ name }) => `${entry.table}.${name}`))
    found.push([share(question.tables, tables), share(question.columns, columns), content.length / 8192])
  }
  return found
}

function means(rows) {
  return (rows[0] ?? []).map((_, index) => {
    const sum = rows.reduce((total, row) => total + row[index], 0)
    return `${((100 * sum) / rows.length).toFixed(1)} %`
  })
}

function share(needed, found) {
  if (needed.length === 0) return 1
  const have = new Set(found)
  return needed.filter((name) => have.has(name)).length / needed.length
}

/** The best of five runs is the cost of a search: other work on a busy machine slows down the rest. */
async function reportSpeed() {
  console.log(
    '\n| columns | tables | build s | p50, p95, p99 ms | of the best of five | processor ms, mean |',
  )
  console.log('|---|---|---|---|---|---|')
  for (const copies of [1, 21, 106]) {
    const catalog = Array.from({ length: copies }, (_, copy) =>
      sources.map((source) => rename(source, `${source.name}_${copy}`)),
    ).flat()
    const startedAt = performance.now()
    const index = await store.open(`copies-${copies}`, catalog)
    const built = (performance.now() - startedAt) / 1000
    const usedBefore = process.threadCpuUsage()
    const rounds = Array.from({ length: 5 }, () => timesOf(index))
    const { user, system } = process.threadCpuUsage(usedBefore)
    const processor = (user + system) / 1000 / (rounds.length * questions.length)
    const best = questions.map((_, at) => Math.min(...rounds.map((times) => times[at])))
    const tables = catalog.flatMap((source) => source.tables)
    const columnCount = tables.reduce((sum, table) => sum + table.columns.length, 0)
    console.log(
      `| ${columnCount} | ${tables.length} | ${built.toFixed(1)} | ${quantiles(rounds[0])} | ${quantiles(best)} | ${processor.toFixed(2)} |`,
    )
  }
}

function timesOf(index) {
  return questions.map(({ question }) => {
    const askedAt = performance.now()
    index.search(question)
    return performance.now() - askedAt
  })
}

function quantiles(times) {
  const sorted = times.toSorted((a, b) => a - b)
  return [0.5, 0.95, 0.99].map((share) => sorted[Math.floor(sorted.length * share)].toFixed(2)).join(', ')
}

function rename(source, name) {
  return { ...source, id: name, name, updatedAt: 'once' }
}

function readSource({ db_id, table_names_original, column_names_original, column_types, foreign_keys }) {
  const columns = column_names_original.map(([table, name], index) => ({
    table,
    name,
    type: column_types[index],
    description: '',
    samples: [],
  }))
  const tables = table_names_original.map((name, table) => ({
    name,
    description: '',
    rowCount: null,
    columns: columns.filter((column) => column.table === table),
    keys: foreign_keys
      .filter(([from]) => columns[from].table === table)
      .map(([from, to]) => ({
        columns: [columns[from].name],
        table: table_names_original[columns[to].table],
        tableColumns: [columns[to].name],
      })),
  }))
  return { id: db_id, name: db_id, kind: 'sqlite', description: '', tables }
}

async function readQuestions(file) {
  return JSON.parse(await readFile(path.join(folder, file), 'utf8')).map(readQuestion)
}

/** Returns the tables and columns that the gold statement names, from its parsed form. */
function readQuestion({ db_id, question, sql }) {
  const { table_names_original: tableNames, column_names_original: columnNames } = databases.find(
    (database) => database.db_id === db_id,
  )
  const tables = new Set()
  const columns = new Set()
  const addColumn = (index) => {
    if (index === 0) return
    const [table, name] = columnNames[index]
    tables.add(`${db_id}.${tableNames[table]}`)
    columns.add(`${db_id}.${tableNames[table]}.${name}`)
  }
  const addUnit = (unit) => {
    if (unit) for (const part of unit.slice(1)) if (part) addColumn(part[1])
  }
  const addConditions = (conditions) => {
    for (const condition of conditions.filter(Array.isArray)) {
      addUnit(condition[2])
      for (const value of condition.slice(3)) {
        if (Array.isArray(value)) addColumn(value[1])
        else if (typeof value === 'object') addStatement(value)
      }
    }
  }
  const addStatement = (statement) => {
    if (!statement) return
    for (const [kind, value] of statement.from.table_units) {
      if (kind === 'sql') addStatement(value)
      else tables.add(`${db_id}.${tableNames[value]}`)
    }
    for (const conditions of [statement.from.conds, statement.where, statement.having])
      addConditions(conditions)
    for (const [, unit] of statement.select[1]) addUnit(unit)
    for (const [, column] of statement.groupBy) addColumn(column)
    for (const unit of statement.orderBy[1] ?? []) addUnit(unit)
    for (const other of [statement.intersect, statement.union, statement.except]) addStatement(other)
  }
  addStatement(sql)
  return { database: db_id, question, tables: [...tables], columns: [...columns] }
}
