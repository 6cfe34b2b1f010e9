// `node bench/crash.mjs [--kills 200] [--turns 50] [--minutes 10]`: sends turns to a service, kills its
// process at random moments, and counts the losses. The rules are those of the test
// apps/web/src/shell/crash.test.ts.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { runCrashes } from '../apps/web/src/testing/crash/run-crashes.ts'
import { applyMigrations } from '../packages/db/src/apply-migrations.ts'
import { startPostgres } from '../scripts/postgres/start-postgres.mjs'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    turns: { type: 'string', default: '50' },
    minutes: { type: 'string', default: '10' },
  },
})
const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-crash-'))
const postgres = await startPostgres({ dataDirectory: path.join(folder, 'data') })
try {
  await applyMigrations(postgres.url, path.join(import.meta.dirname, '../prisma/migrations'))
  const report = await runCrashes({
    databaseUrl: postgres.url,
    kills: Number(values.kills),
    turnsPerSecond: Number(values.turns),
    sessions: 60,
    longestLifeMs: 1_500,
    longestRunMs: Number(values.minutes) * 60_000,
    onKill: (count) => process.stderr.write(`\r${count} kills`),
  })
  process.stderr.write('\n')
  printReport(report)
  process.exitCode = report.violations.length + report.leftRunning + report.revived > 0 ? 1 : 0
} finally {
  await postgres.stop()
  for (const used of [postgres.folder, folder]) await rm(used, { recursive: true, force: true })
}

/** @param {import('../apps/web/src/testing/crash/run-crashes.ts').CrashReport} report */
function printReport({ kills, seconds, asked, replies, ends, startMs, ...report }) {
  const rows = [
    ['kills', `${kills} in ${seconds.toFixed(0)} s`],
    ['questions asked', `${asked} (${(asked / seconds).toFixed(0)}/s, restarts included)`],
    ['replies', list(replies)],
    ['how the stored runs ended', list(ends)],
    ['acknowledged turns lost', report.lost],
    ['runs left running', report.leftRunning],
    ['runs that left a terminal state', report.revived],
    ['broken rules I1–I8', report.violations.length],
    ['last server asked to stop: exit code', report.exitCode],
    [
      'process start to open port',
      `median ${startMs.median.toFixed(0)} ms, longest ${startMs.longest.toFixed(0)} ms`,
    ],
  ]
  console.log('| | |\n|---|---|')
  for (const [name, value] of rows) console.log(`| ${name} | ${value} |`)
  for (const violation of report.violations) console.log(violation)
}

/** @param {Readonly<Record<string, number>>} counts */
function list(counts) {
  return Object.entries(counts)
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ')
}
