// What the main thread does in a first load of the console as a phone, by package: a sampling profile of Chromium whose frames
// are named by source maps, and a trace without the profiler. Needs Chromium, and a build with source maps:
//
//   PARLEY_SOURCE_MAPS=1 pnpm --filter @parley/web build
//   CHROME_PATH=/usr/bin/chromium node bench/first-load.mjs [--loads 9] [--pages /,/chats]
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openChromium, openPhone } from './lighthouse/open-chromium.mjs'
import { openWorkspace } from './lighthouse/open-workspace.mjs'
import { withSources } from './lighthouse/source-of-frames.mjs'
import { traceTasks } from './lighthouse/trace-tasks.mjs'
import { groupByPackage } from './profile/group-by-package.mjs'
import { startService } from './start-service.mjs'

const CHUNKS = path.join(import.meta.dirname, '../apps/web/.next/static/chunks')
/** Microseconds between two samples. */
const INTERVAL_MICROS = 100
/** What a page does after its last reply. */
const SETTLE_MS = 500
/** Packages with less are summed, in milliseconds. */
const LEAST_MS = 0.5
const NAMES = {
  none: 'Chromium’s functions without an owner',
  engine: 'Chromium itself: styles, layout, painting, compiling, IPC',
  web: 'the console',
}

const { values } = parseArgs({
  options: { loads: { type: 'string', default: '9' }, pages: { type: 'string', default: '/,/chats' } },
})
const service = await startService()
const chromium = await openChromium(process.env.CHROME_PATH ?? 'chromium')
try {
  const token = await openWorkspace(service)
  const pages = values.pages.split(',')
  const columns = []
  for (const page of pages) columns.push(await measure(page, page === '/' ? null : token))
  print(['ms', ...pages.map((page) => `\`${page}\``)])
  print(['---', ...pages.map(() => '---')])
  for (const name of new Set(columns.flatMap((column) => [...column.keys()])))
    print([name, ...columns.map((column) => column.get(name)?.toFixed(1) ?? '')])
  console.log(`\nload ${os.loadavg()[0]?.toFixed(1)}`)
} finally {
  await chromium.close()
  await service.stop()
}

/** @param {string} page @param {string | null} token @returns {Promise<Map<string, number>>} the median of each row, milliseconds */
async function measure(page, token) {
  const traces = []
  const profiles = []
  // The first load warms the service up.
  for (let load = 0; load <= Number(values.loads); load++) {
    const traced = await loadPage(page, token, (_phone, act) => traceTasks(chromium, act))
    const profiled = await loadPage(page, token, profileLoad)
    if (load === 0) continue
    traces.push(new Map(Object.entries(traced)))
    profiles.push(profiled)
  }
  const tasks = [...medians(traces)].map(([name, ms]) => /** @type {const} */ ([`processor: ${name}`, ms]))
  const packages = [...medians(profiles)].toSorted(([, a], [, b]) => b - a)
  const others = packages.filter(([, ms]) => ms < LEAST_MS).reduce((total, [, ms]) => total + ms, 0)
  return new Map([...tasks, ...packages.filter(([, ms]) => ms >= LEAST_MS), ['others', others]])
}

/**
 * @template Measured
 * @param {string} page @param {string | null} token
 * @param {(phone: import('./lighthouse/open-chromium.mjs').Phone, act: () => Promise<void>) => Promise<Measured>} record
 */
async function loadPage(page, token, record) {
  const phone = await openPhone(chromium, service.origin, token)
  try {
    return await record(phone, async () => {
      await phone.load(page)
      await sleep(SETTLE_MS)
    })
  } finally {
    await phone.close()
  }
}

/** @param {import('./lighthouse/open-chromium.mjs').Phone} phone @param {() => Promise<void>} act @returns {Promise<Map<string, number>>} milliseconds by package */
async function profileLoad({ send }, act) {
  await send('Profiler.enable')
  await send('Profiler.setSamplingInterval', { interval: INTERVAL_MICROS })
  await send('Profiler.start')
  await act()
  const { profile } = await send('Profiler.stop')
  const micros = groupByPackage(await withSources(profile, CHUNKS), NAMES)
  return new Map([...micros].map(([name, sum]) => [name, sum / 1000]))
}

/** @param {readonly Map<string, number>[]} loads @returns {Map<string, number>} a row that a load lacks counts as zero */
function medians(loads) {
  const names = new Set(loads.flatMap((load) => [...load.keys()]))
  return new Map(
    [...names].map((name) => {
      const sorted = loads.map((load) => load.get(name) ?? 0).toSorted((a, b) => a - b)
      return [name, sorted[Math.floor(sorted.length / 2)] ?? 0]
    }),
  )
}

/** @param {readonly string[]} cells */
function print(cells) {
  console.log(`| ${cells.join(' | ')} |`)
}
