// create_graph: rows to PNG, warm.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDataTools, createSandbox } from '@parley/data'

const WARM_ROUNDS = 40

const root = await mkdtemp(path.join(tmpdir(), 'parley-bench-'))
const sandbox = await createSandbox({ tempFolder: root, warm: ['chart'] })
try {
  await reportSpeed()
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
