// Whether find_metadata shows the definition that a question uses, among 500 others. The names come from the tables and
// columns of Spider, which are not shipped: name a folder with tables.json (github.com/taoyds/spider,
// evaluation_examples/examples). Four terms share each noun, so that near names compete.
//
//   SPIDER=… node bench/definitions.bench.mjs
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createDataTools } from '@parley/data'
import { quantiles } from './retrieval/measure.mjs'
import { verifiedQuestion } from './retrieval/verified-question.mjs'

const KEPT = 501
const MOST_SHOWN_MISSES = 10
const ADJECTIVES = ['active', 'late', 'premium', 'returning']
const TERM_QUESTIONS = [
  (name) => `How many ${plural(name)} are there?`,
  (name) => `Show the number of ${plural(name)} by month in 2023.`,
  (name) => `Which city has the most ${plural(name)}?`,
]
const METRIC_QUESTIONS = [
  (name) => `What is the ${name} by city?`,
  (name) => `How did the ${name} change over the last two years?`,
  (name) => `Which country has the highest ${name}?`,
]

const file = path.join(process.env.SPIDER ?? import.meta.dirname, 'tables.json')
const definitions = definitionsOf(JSON.parse(await readFile(file, 'utf8')))
const tool = createDataTools({ ownerId: 'bench', sources: [], definitions })[0]
const times = []
for (const [kind, questions] of Object.entries({ term: TERM_QUESTIONS, metric: METRIC_QUESTIONS })) {
  const found = { shown: 0, first: 0, asked: 0 }
  const misses = []
  for (const { name } of definitions.filter((definition) => definition.kind === kind))
    for (const write of questions) {
      const question = write(name.replaceAll('_', ' '))
      const names = (await find(question)).map(({ term, metric }) => term ?? metric?.replace('metric.', ''))
      found.asked++
      found.first += Number(names[0] === name)
      found.shown += Number(names.includes(name))
      if (!names.includes(name)) misses.push(`${question} ${JSON.stringify(names)}`)
    }
  const share = (count) => `${((100 * count) / found.asked).toFixed(1)} %`
  console.log(
    `${kind}, ${found.asked} questions among ${definitions.length}: shown ${share(found.shown)}, first ${share(found.first)}`,
  )
  for (const miss of misses.slice(0, MOST_SHOWN_MISSES)) console.log(`    ${miss}`)
}
console.log(`p50, p95, p99 of a search: ${quantiles(times)} ms`)

async function find(user_question) {
  const context = { stepId: 1, signal: new AbortController().signal, onProgress: () => undefined }
  const begun = performance.now()
  const { output } = await tool.call({ user_question }, context)
  times.push(performance.now() - begun)
  return output.definitions ?? []
}

/** Half terms of tables and half metrics of columns, all with different names. */
function definitionsOf(databases) {
  const tables = distinct(databases.flatMap(({ table_names }) => table_names.map(singular)))
  const columns = distinct(databases.flatMap(({ column_names }) => column_names.map(([, name]) => name)))
  const terms = spread(tables, Math.ceil(KEPT / 2 / ADJECTIVES.length)).flatMap((noun) =>
    ADJECTIVES.map((adjective) => ({ kind: 'term', name: `${adjective} ${noun}`, expression: 'x > 0' })),
  )
  const metrics = spread(columns, KEPT).map((name) => {
    return { kind: 'metric', name: name.replaceAll(' ', '_'), expression: 'sum(x)' }
  })
  const mixed = [...terms.slice(0, KEPT >> 1), ...metrics].slice(0, KEPT)
  return mixed.map((own, index) => ({
    ...verifiedQuestion(own.name, own.expression, index),
    ...own,
    table: 'shop.rows',
    condition: '',
  }))
}

function distinct(names) {
  return [...new Set(names.map((name) => name.toLowerCase().trim()))].filter((name) =>
    /^[a-z][a-z ]{3,40}$/.test(name),
  )
}

function singular(name) {
  return name.replace(/(?<!s)s$/, '')
}

function plural(name) {
  return /(?:s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`
}

/** Picks `count` names, evenly spread over the list. */
function spread(names, count) {
  return Array.from(
    { length: Math.min(count, names.length) },
    (_, index) => names[Math.floor((index * names.length) / count)],
  )
}
