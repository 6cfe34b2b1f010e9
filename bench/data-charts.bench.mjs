// create_graph: rows to PNG in a warm child. Then the public Vega-Lite examples, each with its own rows:
// drawn, refused with a reason, or failed. The examples are not shipped: put examples/specs of
// github.com/vega/vega-lite (BSD-3-Clause) into bench/vega-lite-examples, or name another folder in
// VEGA_LITE_EXAMPLES.
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDataTools, createSandbox } from '@parley/data'
import { read } from 'vega'

const EXAMPLES = process.env.VEGA_LITE_EXAMPLES ?? path.join(import.meta.dirname, 'vega-lite-examples')
const DATASETS = path.join(path.dirname(fileURLToPath(import.meta.resolve('vega-datasets'))), '..')
const WARM_ROUNDS = 40

const root = await mkdtemp(path.join(tmpdir(), 'parley-bench-'))
const sandbox = createSandbox({ tempFolder: root, warm: ['chart'] })
try {
  await reportSpeed()
  if (existsSync(EXAMPLES)) await reportExamples()
  else console.log(`\nexamples not run: there is no ${path.relative(process.cwd(), EXAMPLES)}`)
} finally {
  await sandbox.close()
  await rm(root, { recursive: true, force: true })
}

async function reportSpeed() {
  const bars = Array.from({ length: 200 }, (_, index) => ({ name: `n${index}`, value: (index * 37) % 101 }))
  const points = Array.from({ length: 5000 }, (_, index) => ({ x: index, y: (index * index) % 997 }))
  const charts = {
    '200 bars': [
      bars,
      {
        mark: 'bar',
        encoding: { x: { field: 'name', type: 'nominal' }, y: { field: 'value', type: 'quantitative' } },
      },
    ],
    '5,000 points': [
      points,
      {
        mark: 'point',
        encoding: { x: { field: 'x', type: 'quantitative' }, y: { field: 'y', type: 'quantitative' } },
      },
    ],
  }
  console.log('| rows to PNG, warm | p50 ms | p95 ms |\n|---|---|---|')
  for (const [name, [rows, spec]] of Object.entries(charts)) {
    const draw = openTool()
    await draw(rows, spec)
    const times = []
    for (let round = 0; round < WARM_ROUNDS; round++) times.push((await draw(rows, spec)).ms)
    console.log(`| ${name} | ${quantile(times, 0.5)} | ${quantile(times, 0.95)} |`)
  }
}

async function reportExamples() {
  const files = (await readdir(EXAMPLES)).filter((file) => file.endsWith('.vl.json'))
  const outcomes = { drawn: [], refused: [], failed: [] }
  const times = []
  for (const file of files) {
    const { data, ...spec } = JSON.parse(await readFile(path.join(EXAMPLES, file), 'utf8'))
    const rows = await rowsOf(data)
    if (rows === null) {
      outcomes.refused.push([file, 'its data are not one table of rows'])
      continue
    }
    const { ms, status, error } = await openTool()(rows, spec)
    if (status === 'ok') {
      outcomes.drawn.push([file])
      times.push(ms)
    } else
      outcomes[status === 'timeout' || /restarted|broke the engine/.test(error) ? 'failed' : 'refused'].push([
        file,
        error,
      ])
  }
  const [drawn, refused, failed] = [outcomes.drawn, outcomes.refused, outcomes.failed].map(
    (list) => list.length,
  )
  console.log(
    `\n${files.length} public examples: ${drawn} drawn (p50 ${quantile(times, 0.5)} ms, p95 ${quantile(times, 0.95)} ms), ${refused} refused with a reason, ${failed} failed\n`,
  )
  const reasons = Map.groupBy([...outcomes.refused, ...outcomes.failed], ([, reason]) =>
    reason.replace(/"[^"]*"|\d+/g, '…').slice(0, 110),
  )
  for (const [reason, list] of [...reasons].toSorted(([, a], [, b]) => b.length - a.length)) {
    console.log(`- ${list.length} × ${reason} (${list[0][0]})`)
  }
}

/**
 * Returns the rows that an example draws, as Vega reads them. Returns null for several sources, maps and
 * generated data.
 */
async function rowsOf(data) {
  if (Array.isArray(data?.values) && data.values.every((row) => typeof row === 'object' && row !== null))
    return data.values
  const file = /^data\/(.+)$/.exec(data?.url ?? '')?.[1]
  if (!file || !existsSync(path.join(DATASETS, 'data', file))) return null
  const type = data.format?.type ?? path.extname(file).slice(1)
  if (type !== 'json' && type !== 'csv' && type !== 'tsv') return null
  const rows = read(await readFile(path.join(DATASETS, 'data', file), 'utf8'), {
    ...data.format,
    type,
    parse: 'auto',
  })
  return Array.isArray(rows) && rows.every((row) => typeof row === 'object' && row !== null) ? rows : null
}

function openTool() {
  const saveArtifact = async ({ name }) => name
  const tools = createDataTools({ sources: [], sandbox, folder: root, ownerId: 'bench', saveArtifact })
  const tool = tools.find(({ name }) => name === 'create_graph')
  return async (rows, spec) => {
    const input = { sql_results: JSON.stringify(rows), chart_spec: JSON.stringify(spec) }
    const startedAt = performance.now()
    const { status, output } = await tool.call(input, {
      stepId: 1,
      signal: new AbortController().signal,
      onProgress: () => {},
    })
    return { ms: performance.now() - startedAt, status, error: output.error }
  }
}

function quantile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]?.toFixed(0)
}
