// `CHROME_PATH=/usr/bin/chromium node bench/lighthouse.mjs [--runs 3] [--as mobile,desktop]`: Lighthouse scores of the front
// page and of the chats, on a phone and on a desktop, each run, and what the main thread does in the run with the median
// time. Needs a finished `pnpm build`. Lighthouse comes from the registry.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { workByKind, workByScript } from './lighthouse/main-thread.mjs'
import { openWorkspace } from './lighthouse/open-workspace.mjs'
import { startService } from './start-service.mjs'

const LIGHTHOUSE = 'lighthouse@13.5.0'
const CATEGORIES = ['performance', 'accessibility', 'best-practices']
const PAGES = ['/', '/chats']
const ATTEMPTS = 3
// As root Chromium has no sandbox.
const CHROME_FLAGS = `--headless=new${process.getuid?.() === 0 ? ' --no-sandbox' : ''}`

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, as: { type: 'string', default: 'mobile,desktop' } },
})
const folder = mkdtempSync(path.join(tmpdir(), 'parley-lighthouse-'))
const service = await startService()
try {
  const token = await openWorkspace(service)
  const measured = []
  for (const page of PAGES) {
    for (const form of values.as.split(','))
      measured.push({ page, form, reports: await runAll(page, form, token) })
  }
  printTable(
    ['page', 'as', ...CATEGORIES, 'LCP', 'blocked', 'script'],
    measured.map(({ page, form, reports }) => [`\`${page}\``, form, ...scoresOf(reports)]),
  )
  for (const { page, form, reports } of measured) {
    const report = medianReport(reports)
    console.log(`\nMain thread, \`${page}\`, ${form}, the run with the median time, ms:\n`)
    printTable(['work', 'ms'], workByKind(report))
    console.log()
    printTable(['script', 'KiB', 'runs', 'compiles'], workByScript(report))
  }
} finally {
  await service.stop()
  rmSync(folder, { recursive: true })
}

async function runAll(page, form, token) {
  const reports = []
  for (let run = 0; run < Number(values.runs); run++)
    reports.push(await runLighthouse(`${service.origin}${page}`, form, page === '/' ? null : token))
  return reports
}

/** Returns the cells of a page: its scores and times in each run. */
function scoresOf(reports) {
  const score = (category) => reports.map(({ categories }) => Math.round(categories[category].score * 100))
  const audit = (name) => reports.map(({ audits }) => Math.round(audits[name].numericValue)).join(' ')
  const script = median(reports.map(({ audits }) => scriptBytes(audits)))
  return [
    ...CATEGORIES.map((category) => score(category).join(' ')),
    `${audit('largest-contentful-paint')} ms`,
    `${audit('total-blocking-time')} ms`,
    `${Math.round(script / 1024)} KiB`,
  ]
}

function medianReport(reports) {
  const timeOf = ({ audits }) => audits['mainthread-work-breakdown'].numericValue
  return reports.toSorted((a, b) => timeOf(a) - timeOf(b))[Math.floor(reports.length / 2)]
}

/** Returns Lighthouse's report. Lighthouse sometimes fails to record a page; the function then retries. */
async function runLighthouse(url, form, token) {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const report = await tryLighthouse(url, form, token)
    if (report) return report
  }
  throw new Error(`Lighthouse failed ${ATTEMPTS} times for ${url}.`)
}

/** Returns null when Lighthouse fails. */
async function tryLighthouse(url, form, token) {
  const file = path.join(folder, 'report.json')
  const lighthouse = spawn(
    'pnpm',
    [
      ...['--reporter=silent', 'dlx', LIGHTHOUSE, url, '--quiet', '--output=json', `--output-path=${file}`],
      `--only-categories=${CATEGORIES.join(',')}`,
      `--chrome-flags=${CHROME_FLAGS}`,
      ...(form === 'desktop' ? ['--preset=desktop'] : []),
      ...(token === null ? [] : [`--extra-headers=${JSON.stringify({ Cookie: `parley.session=${token}` })}`]),
    ],
    { stdio: 'inherit' },
  )
  const [code] = await once(lighthouse, 'exit')
  if (code !== 0) return null
  const report = JSON.parse(readFileSync(file, 'utf8'))
  // A redirected page would be measured in place of the intended one.
  if (report.finalDisplayedUrl !== url) throw new Error(`${url} led to ${report.finalDisplayedUrl}`)
  return report
}

function scriptBytes(audits) {
  const items = audits['network-requests'].details.items
  return items
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize }) => sum + transferSize, 0)
}

/** @param {number[]} figures */
function median(figures) {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0
}

/** @param {readonly string[]} head @param {readonly (readonly (string | number)[])[]} rows */
function printTable(head, rows) {
  for (const row of [head, head.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`)
}
