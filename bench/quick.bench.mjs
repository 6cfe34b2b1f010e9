// For daily use, under three minutes and without a build: what a model call, a stored turn, a chart, a start and an idle
// service cost, as ratios to bare baselines of the same run, beside the last recorded ones. `--record` keeps the new ones.
import { readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { measureCall } from './quick/measure-call.mjs'
import { measureStart } from './quick/measure-start.mjs'
import { measureTurn } from './quick/measure-turn.mjs'

/** A smaller change is noise between two runs on one machine. */
const NOISE = 0.15
const RECORD = path.join(import.meta.dirname, 'quick/recorded.json')

const recorded = JSON.parse(await readFile(RECORD, 'utf8').catch(() => '{"figures":{}}'))
const figures = { ...(await measureStart()), ...(await measureCall()), ...(await measureTurn()) }

console.log(`Recorded: ${recorded.date ?? 'never'}, ${recorded.machine ?? 'no machine'}\n`)
console.log('| figure | better | now | recorded | change |\n|---|---|---|---|---|')
for (const [name, { value, better }] of Object.entries(figures))
  console.log(
    `| ${name} | ${better} | ${value.toFixed(2)} | ${describeChange(recorded.figures[name], value, better)} |`,
  )

if (process.argv.includes('--record')) {
  const values = Object.fromEntries(
    Object.entries(figures).map(([name, { value }]) => [name, Number(value.toFixed(3))]),
  )
  const machine = `${os.cpus().length} × ${os.cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`
  const load = `load ${os.loadavg()[0]?.toFixed(1)}`
  const record = {
    date: new Date().toISOString().slice(0, 10),
    machine: `${machine}, ${load}`,
    figures: values,
  }
  await writeFile(RECORD, `${JSON.stringify(record, null, 2)}\n`)
}

/** @param {number | undefined} before @param {number} now @param {string} better */
function describeChange(before, now, better) {
  if (before === undefined) return '– | new'
  const change = now / before - 1
  const isWorse = better === 'lower' ? change > NOISE : change < -NOISE
  const sign = change > 0 ? '+' : ''
  return `${before.toFixed(2)} | ${sign}${(change * 100).toFixed(0)} %${isWorse ? ', **worse**' : ''}`
}
