// Whether a verified question is found again in another wording. The data are not shipped: name a folder with dev.json of
// Spider (github.com/taoyds/spider, evaluation_examples/examples). Databases are divided into halves by a hash.
//
//   SPIDER=… node bench/paraphrases.bench.mjs
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createDataTools } from '@parley/data'
import { verifiedQuestion } from './retrieval/verified-question.mjs'

const file = path.join(process.env.SPIDER ?? import.meta.dirname, 'dev.json')
const asked = JSON.parse(await readFile(file, 'utf8'))
const keyOf = ({ db_id, query }) => `${db_id} ${query.toLowerCase().replace(/\s+/g, '')}`
const pairs = [...Map.groupBy(asked, keyOf).values()].flatMap((same) => {
  const [first, second] = new Set(same.map(({ question }) => question))
  const [{ query, db_id }] = same
  return second === undefined ? [] : [{ first, second, gold: query, half: halfOf(db_id) }]
})
const definitions = pairs.map(({ first, gold }, index) => verifiedQuestion(first, gold, index))
for (const half of ['tuning', 'held out']) {
  const found = { first: 0, shown: 0, same: 0, 'another called the same': 0 }
  const those = [...pairs.entries()].filter(([, pair]) => pair.half === half)
  for (const [index, { second, gold }] of those) {
    const all = await find(second, definitions)
    found.first += Number(all[0]?.statement === gold)
    found.shown += Number(all.some(({ statement }) => statement === gold))
    found.same += Number(all.some(({ statement, is_same }) => is_same && statement === gold))
    const others = await find(second, definitions.toSpliced(index, 1))
    // Two databases can have the same statement.
    const isWrong = others.some(({ statement, is_same }) => is_same && statement !== gold)
    found['another called the same'] += Number(isWrong)
  }
  const shares = Object.entries(found).map(
    ([name, count]) => `${name} ${((100 * count) / those.length).toFixed(1)} %`,
  )
  console.log(`${half}, ${those.length} questions: ${shares.join(', ')}`)
}

async function find(user_question, known) {
  const [tool] = createDataTools({ ownerId: 'bench', sources: [], definitions: known })
  const context = { stepId: 1, signal: new AbortController().signal, onProgress: () => undefined }
  return (await tool.call({ user_question }, context)).output.definitions ?? []
}

function halfOf(database) {
  return createHash('sha256').update(database).digest()[0] % 2 === 0 ? 'tuning' : 'held out'
}
