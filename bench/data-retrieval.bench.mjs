// find_metadata on public questions: which tables and columns of a gold statement the answer contains. The data sets
// are not shipped. Name their folders, or put them beside this file:
//   SPIDER  (bench/spider): tables.json and dev.json; with train.json those questions are measured too
//   BIRD    (bench/bird): dev_tables.json and mini_dev.json
//   SPIDER2 (bench/spider2): spider2-lite and methods/gold-tables of github.com/xlang-ai/Spider2
// Weights are chosen on questions about one half of the databases; the other half is reported beside it.
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDataTools, createMetadataStore } from '@parley/data'
import { halfOf, means, quantiles, share, sharesOf } from './retrieval/measure.mjs'
import { readQuestions, readSchemas } from './retrieval/read-spider.mjs'
import { readSpider2 } from './retrieval/read-spider2.mjs'

const indexes = await mkdtemp(path.join(tmpdir(), 'parley-bench-'))
const store = createMetadataStore({ folder: indexes })
try {
  await reportSpider(folderOf('SPIDER', 'spider'))
  await reportBird(folderOf('BIRD', 'bird'))
  await reportSpider2(folderOf('SPIDER2', 'spider2'))
} finally {
  store.close()
  await rm(indexes, { recursive: true, force: true })
}

function folderOf(variable, name) {
  const folder = process.env[variable] ?? path.join(import.meta.dirname, name)
  if (existsSync(folder)) return folder
  console.log(`not run: there is no data set in ${path.relative(process.cwd(), folder)} (${variable})`)
  return null
}

async function reportSpider(folder) {
  if (folder === null) return
  const schemas = path.join(folder, 'tables.json')
  const sources = await readSchemas(schemas)
  const development = await readQuestions(path.join(folder, 'dev.json'), { schemas, sources })
  await reportSuite('Spider, development', { sources, questions: development })
  const training = path.join(folder, 'train.json')
  if (existsSync(training)) {
    const questions = await readQuestions(training, { schemas, sources })
    await reportSuite('Spider, training', { sources, questions })
  }
  await reportSpeed(sources, development)
}

async function reportBird(folder) {
  if (folder === null) return
  const schemas = path.join(folder, 'dev_tables.json')
  const sources = await readSchemas(schemas)
  const questions = await readQuestions(path.join(folder, 'mini_dev.json'), { schemas, sources })
  await reportSuite('BIRD mini-dev', { sources, questions })
}

async function reportSpider2(folder) {
  if (folder === null) return
  const found = []
  for (const [engine, suite] of await readSpider2(folder)) {
    found.push(...(await reportSuite(`Spider 2.0-lite, ${engine}`, suite)))
    await reportTimes(engine, suite)
  }
  printQuality('Spider 2.0-lite, all engines', found)
}

async function reportSuite(name, { sources, questions }) {
  const answers = await findAnswers(sources, questions)
  const merged = await store.open('merged', sources)
  const found = []
  for (const [database, asked] of Map.groupBy(questions.entries(), ([, question]) => question.database)) {
    const own = sources.filter((source) => source.name === database)
    const alone = await store.open('alone', own)
    for (const [index, question] of asked) {
      found.push({
        half: halfOf(database),
        merged: [...sharesOf(question, merged.search(question.question, 50)), ...answers[index]],
        alone: sharesOf(question, alone.search(question.question, 50)),
      })
    }
  }
  printQuality(name, found)
  return found
}

function printQuality(name, found) {
  console.log(`\n${name}: ${found.length} questions\n`)
  console.log(
    '| catalog | databases | questions | tables@5 | tables@10 | all tables@10 | columns@20 | columns@50 | answer: tables | columns | of 8 KB |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|---|')
  for (const half of ['tuning', 'held out', 'all']) {
    const rows = found.filter((one) => half === 'all' || one.half === half)
    const print = (catalog, measures) =>
      console.log(`| ${catalog} | ${half} | ${rows.length} | ${means(measures).join(' | ')} |`)
    print(
      'all merged',
      rows.map((row) => row.merged),
    )
    print(
      'the right one',
      rows.map((row) => row.alone),
    )
  }
}

/** The text that a model reads: the tool's answer, within its byte limit. */
async function findAnswers(sources, questions) {
  const options = { sources, metadata: store, ownerId: 'merged', folder: indexes, sandbox: null }
  const saveArtifact = () => Promise.reject(new Error('No charts here'))
  const tool = createDataTools({ ...options, saveArtifact }).find(({ name }) => name === 'find_metadata')
  const names = new Map(
    sources.flatMap((source) =>
      source.tables.map((table) => [plain(`${source.name}.${table.name}`), table.name]),
    ),
  )
  const found = []
  for (const question of questions) {
    const { output } = await tool.call({ user_question: question.question }, { stepId: 1 })
    const tableOf = ({ source, table }) => `${source}.${names.get(plain(table))}`
    const columns = output.data.flatMap((entry) =>
      entry.columns.map(({ name }) => `${tableOf(entry)}.${name}`),
    )
    found.push([
      share(question.tables, output.data.map(tableOf)),
      question.columns ? share(question.columns, columns) : null,
      Buffer.byteLength(JSON.stringify(output.data)) / 8192,
    ])
  }
  return found
}

/** A table's name without the quotes that SQL may need. */
function plain(name) {
  return name.replaceAll('"', '')
}

async function reportTimes(name, { sources, questions }) {
  const index = await store.open('merged', sources)
  const columns = sources
    .flatMap(({ tables }) => tables)
    .reduce((sum, table) => sum + table.columns.length, 0)
  console.log(
    `\n${name}: ${columns} columns, p50, p95, p99 of a search ${quantiles(timesOf(index, questions))} ms`,
  )
}

/**
 * Measures searches in 1, 21 and 106 copies of the schemas. The best of five runs shows the cost of a search: other
 * work on a busy machine slows down the other runs.
 */
async function reportSpeed(sources, questions) {
  console.log(
    '\n| columns | tables | build s | p50, p95, p99 ms | of the best of five | processor ms, mean |',
  )
  console.log('|---|---|---|---|---|---|')
  for (const copies of [1, 21, 106]) {
    const catalog = Array.from({ length: copies }, (_, copy) =>
      sources.map((source) => ({ ...source, id: `${source.name}_${copy}`, name: `${source.name}_${copy}` })),
    ).flat()
    const startedAt = performance.now()
    const index = await store.open(`copies-${copies}`, catalog)
    const built = (performance.now() - startedAt) / 1000
    const usedBefore = process.threadCpuUsage()
    const rounds = Array.from({ length: 5 }, () => timesOf(index, questions))
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

function timesOf(index, questions) {
  return questions.map(({ question }) => {
    const askedAt = performance.now()
    index.search(question)
    return performance.now() - askedAt
  })
}
