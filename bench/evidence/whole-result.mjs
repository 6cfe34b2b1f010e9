// Judges answers about a result of a million rows, as a turn does: the file is searched in a warm sandbox child for what
// the answer holds, and the numbers are then proven by the rows that come back.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDataTools, createSandbox } from '@parley/data'
import { proveNumbers, soughtRows } from '@parley/evidence'

const ROWS = 1_000_000
const ANSWERS = 60
const STATEMENT = `SELECT i AS order_id, 'Shop ' || (i % 5000) AS shop, round((i * 7919 % 1000003) / 100, 2) AS revenue_usd
  FROM range(1, ${ROWS + 1}) t(i) ORDER BY i`

/** Milliseconds of the search and of the proof, one of each per answer, and how many numbers were proven. */
export async function judgeWholeResult() {
  const root = await mkdtemp(path.join(tmpdir(), 'parley-bench-'))
  const folder = path.join(root, 'data')
  await mkdir(folder)
  const sandbox = await createSandbox({ tempFolder: root })
  try {
    const given = await keepResult({ sandbox, folder })
    const times = { search: /** @type {number[]} */ ([]), proof: /** @type {number[]} */ ([]) }
    const counts = { numbers: 0, proven: 0 }
    for (let answer = -3; answer < ANSWERS; answer++) {
      const took = await judge(given, answerAbout(answer + 4))
      // The first three warm up.
      if (answer < 0) continue
      times.search.push(took.searchMs)
      times.proof.push(took.proofMs)
      counts.numbers += took.spans.length
      counts.proven += took.spans.filter(({ kind }) => kind !== 'none').length
    }
    await given.whole.dispose()
    return { ...times, ...counts }
  } finally {
    await sandbox.close()
    await rm(root, { recursive: true, force: true })
  }
}

/** @param {number} index */
function answerAbout(index) {
  const id = (index * 15_881) % ROWS
  const revenue = ((id * 7919) % 1_000_003) / 100
  const text = revenue.toLocaleString('en', { minimumFractionDigits: 2 })
  return `There are 1,000,000 orders. Order ${id} of Shop ${id % 5000} made ${text} USD.`
}

/** @typedef {{ sandbox: ReturnType<typeof createSandbox>, folder: string }} Place */
/** @typedef {Awaited<ReturnType<typeof keepResult>>} Given */

/** @param {Place} place */
async function keepResult(place) {
  /** @type {import('@parley/domain').PartialResult[]} */
  const kept = []
  const saveArtifact = () => Promise.reject(new Error('Nothing is drawn here.'))
  const options = { ...place, sources: [], ownerId: 'bench', saveArtifact }
  const tools = createDataTools({ ...options, keepResult: (result) => kept.push(result) })
  const tool = tools.find(({ name }) => name === 'execute_sql')
  const { signal } = new AbortController()
  const context = { stepId: 1, signal, onProgress: () => undefined }
  const answer = await tool?.call({ generated_sql: STATEMENT }, context)
  const whole = await kept[0]?.readWhole(signal)
  if (!answer || !whole) throw new Error('The result is not kept.')
  return { whole, rows: /** @type {import('@parley/domain').JsonObject[]} */ (answer.output.rows) }
}

/** @param {Given} given @param {string} text */
async function judge({ whole, rows }, text) {
  const { columns, rowCount, bounds, figures, limits } = whole
  const names = columns.map(({ name }) => name)
  const begun = performance.now()
  const sought = soughtRows(text, { columns: names, bounds, limits })
  const found = await whole.search(sought, new AbortController().signal)
  const searched = performance.now()
  const result = { step: 1, columns: names, rows, rowCount, whole: { figures, found } }
  const spans = [...proveNumbers({ text, question: '', results: [result], statements: [] })]
  return {
    searchMs: searched - begun,
    proofMs: performance.now() - searched,
    spans: spans.filter((span) => span !== null),
  }
}
