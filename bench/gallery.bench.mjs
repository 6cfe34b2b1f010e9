// The public Vega-Lite examples through an agent, as users draw them: each data set is a data source, a scripted model
// calls execute_sql and create_graph in a turn of POST /chat/query, and the marks and scales of the chart are compared
// with those of bare Vega-Lite. The examples are not shipped: name a folder with `examples/specs` of
// github.com/vega/vega-lite (BSD-3-Clause), as an argument or in VEGA_LITE_EXAMPLES.
//
//   node bench/gallery.bench.mjs FOLDER [--sample 100] [--only PART_OF_A_NAME] [--verbose]
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { connectDataSets } from './gallery/data-sets.mjs'
import { differenceOf, readScene } from './gallery/scene.mjs'
import { startScriptedModel } from './gallery/scripted-model.mjs'
import { openSessions } from './open-sessions.mjs'
import { startEngine } from './start-service.mjs'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, only: { type: 'string' }, verbose: { type: 'boolean' } },
})
const folder = positionals[0] ?? process.env.VEGA_LITE_EXAMPLES
const DATA = path.join(path.dirname(fileURLToPath(import.meta.resolve('vega-datasets'))), '../data')

if (folder && existsSync(folder)) await measure(await chosenFiles())
else console.log('not run: name the folder with the examples, as an argument or in VEGA_LITE_EXAMPLES')

/** With --sample evenly spread over the names, so that every kind of chart is among them. */
async function chosenFiles() {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.vl.json'))
  const files = names.filter((name) => name.includes(options.only ?? '')).sort()
  const wanted = Number(options.sample ?? files.length)
  return files.filter(
    (_, index) =>
      Math.floor((index * wanted) / files.length) !== Math.floor(((index - 1) * wanted) / files.length),
  )
}

async function measure(files) {
  const service = await startEngine({ args: ['--built-in-tools'] })
  const model = await startScriptedModel()
  const outcomes = []
  try {
    const { token, openSession } = await openSessions(service, model, 0)
    const dataSets = connectDataSets({ service, token, folder: DATA })
    for (const file of files) {
      const text = await readFile(path.join(folder, file), 'utf8')
      const outcome = await drawExample({ file, text, service, token, openSession, model, dataSets })
      outcomes.push({ file, ...outcome })
      if (options.verbose && outcome.kind !== 'same')
        console.log(`${file}: ${outcome.kind}: ${outcome.reason}`)
    }
  } finally {
    await service.stop()
    model.stop()
  }
  report(outcomes)
}

async function drawExample({ file, text, service, token, openSession, model, dataSets }) {
  const bare = await readScene(JSON.parse(text), { folder: DATA })
  const { spec, results } = await dataSets.replaceData(JSON.parse(text))
  model.script(file, callsOf(spec, results))
  const startedAt = performance.now()
  const { run_id } = await service.call('POST', '/chat/query', {
    token,
    body: { session_id: await openSession(), query: file },
  })
  const ms = performance.now() - startedAt
  const { steps } = await service.call('GET', `/chat/run/${run_id}`, { token })
  const failed = steps.find(({ status }) => status !== 'ok')
  if (failed) return { kind: 'refused', reason: `${failed.agent_name}: ${failed.output.error}`, ms }
  const graph = steps.find(({ agent_name }) => agent_name === 'create_graph')
  const drawn = await readScene(JSON.parse(graph.output.data), { folder: null })
  const difference = differenceOf(bare, drawn)
  return { kind: difference === null ? 'same' : 'different', reason: difference, ms }
}

/** Returns an execute_sql for each statement, then a create_graph with their step numbers and the rows to send. */
function callsOf(spec, results) {
  const statements = [...results.values()].filter((result) => typeof result === 'string')
  const sent = Object.fromEntries(
    [...results].map(([name, result]) => [
      name,
      typeof result === 'string' ? statements.indexOf(result) + 1 : result,
    ]),
  )
  const [only, ...others] = Object.values(sent)
  const sql_results = JSON.stringify(others.length === 0 ? only : sent)
  return [
    ...statements.map((generated_sql) => ['execute_sql', { generated_sql }]),
    ['create_graph', { sql_results, chart_spec: JSON.stringify(spec) }],
  ]
}

function report(outcomes) {
  const of = (kind) => outcomes.filter((outcome) => outcome.kind === kind)
  const times = outcomes.map(({ ms }) => ms).sort((a, b) => a - b)
  const quantile = (share) => times[Math.floor(times.length * share)]?.toFixed(0)
  console.log(
    `\n${outcomes.length} public examples through an agent: ${of('same').length} with the marks and scales of bare Vega-Lite, ${of('different').length} drawn otherwise, ${of('refused').length} refused; a turn p50 ${quantile(0.5)} ms, p95 ${quantile(0.95)} ms\n`,
  )
  for (const kind of ['refused', 'different']) {
    const classes = Map.groupBy(of(kind), ({ reason }) =>
      reason.replace(/"[^"]*"|\d[\d.,]*/g, '…').slice(0, 160),
    )
    for (const [reason, list] of [...classes].sort(([, a], [, b]) => b.length - a.length)) {
      console.log(
        `- ${kind}, ${list.length} × ${reason} (${list
          .slice(0, 4)
          .map(({ file }) => file.replace('.vl.json', ''))
          .join(', ')})`,
      )
    }
  }
}
