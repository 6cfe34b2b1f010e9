// execute_sql over files against plain DuckDB in this process, same Parquet file, same run, turns interleaved: 10 million
// rows (PARLEY_BENCH_ROWS for another number) grouped by 1,000 keys; the first statement of a cold child; the round
// trip of a warm one.
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { createDataTools, createSandbox, ingestFile } from '@parley/data'
import { median } from './measure-load.mjs'

const ROWS = Number(process.env.PARLEY_BENCH_ROWS ?? 10_000_000)
const ROUNDS = 15
const OWNER = 'bench'
const GROUP_BY =
  'SELECT key, count(*) AS n, sum(value) AS total, avg(value) AS mean FROM {table} GROUP BY key ORDER BY key'

const root = await mkdtemp(path.join(tmpdir(), 'parley-bench-'))
const folder = path.join(root, 'data')
await mkdir(folder)
const sandbox = await createSandbox({ tempFolder: root, warm: ['sql'] })
try {
  const plain = await (
    await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '512MB' })
  ).connect()
  const original = path.join(root, 'original.parquet')
  await plain.run(
    `COPY (SELECT range AS id, (hash(range) % 1000)::INT AS key, (hash(range + 1) % 100000)::DOUBLE / 100 AS value FROM range(${ROWS})) TO '${original}'`,
  )
  const ingest = await timed(() =>
    ingestFile({
      sandbox,
      folder,
      ownerId: OWNER,
      name: 'facts',
      format: 'parquet',
      content: createReadStream(original),
    }),
  )
  const { tables, bytes } = ingest.value
  const source = { id: '1', name: 'facts', kind: 'file', description: '', tables }
  const call = openTools(sandbox, source)
  const file = path.join(folder, tables[0].file)

  const cold = await timed(async () =>
    openTools(await createSandbox({ tempFolder: root }), source)('SELECT 1 AS one'),
  )
  const ours = []
  const theirs = []
  await call(GROUP_BY.replace('{table}', 'facts.facts'))
  for (let round = 0; round < ROUNDS; round++) {
    theirs.push(
      (await timed(() => readAll(plain, GROUP_BY.replace('{table}', `read_parquet('${file}')`)))).ms,
    )
    ours.push((await timed(() => call(GROUP_BY.replace('{table}', 'facts.facts')))).ms)
  }
  const warm = []
  for (let round = 0; round < 200; round++) warm.push((await timed(() => call('SELECT 1 AS one'))).ms)

  console.log(`| what | ms |\n|---|---|`)
  console.log(
    `| convert ${(bytes / 2 ** 20).toFixed(0)} MB of Parquet, ${ROWS / 1e6} million rows | ${ingest.ms.toFixed(0)} |`,
  )
  console.log(`| group by 1,000 keys, plain DuckDB | ${median(theirs).toFixed(1)} |`)
  console.log(
    `| the same through execute_sql | ${median(ours).toFixed(1)} (× ${(median(ours) / median(theirs)).toFixed(2)}) |`,
  )
  console.log(`| first statement of a cold sandbox | ${cold.ms.toFixed(0)} |`)
  console.log(`| warm round trip, SELECT 1 | ${median(warm).toFixed(2)} |`)
} finally {
  await sandbox.close()
  await rm(root, { recursive: true, force: true })
}

function openTools(box, source) {
  const saveArtifact = () => Promise.reject(new Error('No charts here'))
  const tools = createDataTools({ sources: [source], sandbox: box, folder, ownerId: OWNER, saveArtifact })
  const tool = tools.find(({ name }) => name === 'execute_sql')
  return async (generated_sql) => {
    const result = await tool.call(
      { generated_sql },
      { stepId: 1, signal: new AbortController().signal, onProgress: () => {} },
    )
    if (box !== sandbox) await box.close()
    if (result.status !== 'ok') throw new Error(result.content)
    return result
  }
}

async function readAll(connection, sql) {
  const result = await connection.runAndReadAll(sql)
  return result.getRowObjectsJson()
}

async function timed(work) {
  const startedAt = performance.now()
  const value = await work()
  return { value, ms: performance.now() - startedAt }
}
