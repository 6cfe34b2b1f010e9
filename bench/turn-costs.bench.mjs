// What one stored turn costs: CPU of the service, of its children by kind and of PostgreSQL, statements and bytes of the
// log, with three trivial tools, with `SELECT 1` and a refused chart, and with a bar chart that is drawn. The
// hand-written loop is measured in the same run, rounds interleaved. V8 compiles for thousands of turns, so both answer
// `--warm` seconds first. Needs no build.
//
//   node bench/turn-costs.bench.mjs [--warm 60] [--rounds 5] [--seconds 4] [--case trivial,refused,chart]
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { askInSessions } from './ask-in-sessions.mjs'
import { measureTurns, median } from './measure-load.mjs'
import { openSessions } from './open-sessions.mjs'
import { childCpuSeconds, cpuSeconds, startCpuMeter, startEngine, startPeer } from './start-service.mjs'

const { values: options } = parseArgs({
  options: {
    warm: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    case: { type: 'string' },
  },
})
const ROUNDS = Number(options.rounds)
const SECONDS = Number(options.seconds)
/** PostgreSQL publishes its counters up to this much later. */
const COUNTERS_MS = 1_500
const COUNTERS = `select xact_commit::int as statements, pg_current_wal_lsn() - '0/0' as log
  from pg_stat_database where datname = current_database()`
const CASES = {
  trivial: { clients: [1, 16], engine: [], model: [] },
  refused: { clients: [1], engine: ['--built-in-tools'], model: ['--refused-chart'] },
  chart: { clients: [1], engine: ['--built-in-tools'], model: ['--chart'] },
}
const chosen = (options.case ?? Object.keys(CASES).join()).split(',')

print([
  'turn',
  'at once',
  'whose',
  'CPU ms: process, children, PostgreSQL',
  'p50 ms',
  'statements',
  'log KiB',
])
print(Array(7).fill('---'))
for (const [name, settings] of Object.entries(CASES))
  if (chosen.includes(name)) await measureCase(name, settings)
console.log(`\nload ${os.loadavg()[0]?.toFixed(1)}`)

/** @param {string} name @param {{ clients: number[], engine: string[], model: string[] }} settings */
async function measureCase(name, { clients: all, engine, model: modelOptions }) {
  const model = await startPeer('tool-calling-model.mjs', modelOptions)
  const service = await startEngine({ args: engine })
  const loop = await startPeer('hand-written-loop.mjs', [model.origin, service.databaseUrl])
  const database = new pg.Client({ connectionString: service.databaseUrl })
  await database.connect()
  try {
    const most = Math.max(...all)
    const { token, sessions } = await openSessions(service, model, 4 * most)
    const authorization = `Bearer ${token}`
    const contestants = [
      { whose: 'loop', place: loop, path: '/', headers: {} },
      { whose: 'Parley', place: service, path: '/api/chat/query', headers: { authorization } },
    ].map(({ path, headers, ...contestant }, index) => {
      const own = sessions.slice(2 * most * index)
      return {
        ...contestant,
        warmUp: askInSessions(own, path, headers),
        turn: askInSessions(own.slice(most), path, headers),
      }
    })
    for (const clients of all) {
      for (const { place, warmUp } of contestants)
        await measureTurns({ origin: place.origin, turn: warmUp, clients, seconds: Number(options.warm) })
      const rounds = contestants.map(() => [])
      for (let round = 0; round < ROUNDS; round++)
        for (const [index, { place, turn }] of contestants.entries())
          rounds[index].push(
            await measure(place, { clients, turn, database, postgresPid: service.postgresPid }),
          )
      for (const [index, { whose }] of contestants.entries()) report([name, clients, whose], rounds[index])
    }
  } finally {
    await database.end()
    loop.stop()
    await service.stop()
    model.stop()
  }
}

async function measure({ origin, pid }, { clients, turn, database, postgresPid }) {
  const read = async () => {
    await sleep(COUNTERS_MS)
    const { rows } = await database.query(COUNTERS)
    const children = await childCpuSeconds(pid)
    return {
      process: await cpuSeconds(pid),
      children,
      statements: rows[0].statements,
      log: Number(rows[0].log),
    }
  }
  const before = await read()
  const spentByPostgres = await startCpuMeter(postgresPid)
  const load = await measureTurns({ origin, turn, clients, seconds: SECONDS })
  if (load.failures > 0) throw new Error(`${load.failures} turns failed`)
  const postgres = (await spentByPostgres()) / load.count
  const after = await read()
  const of = (key) => (after[key] - before[key]) / load.count
  const kinds = Object.keys(after.children)
  const children = Object.fromEntries(
    kinds.map((kind) => [kind, (after.children[kind] - (before.children[kind] ?? 0)) / load.count]),
  )
  return {
    process: of('process'),
    postgres,
    children,
    statements: of('statements'),
    log: of('log') / 1024,
    p50Ms: load.p50Ms,
  }
}

function report(names, rounds) {
  const of = (pick, digits) => median(rounds.map(pick)).toFixed(digits)
  const ms = (pick) => of((round) => pick(round) * 1000, 2)
  const kinds = Object.keys(rounds[0].children)
  const children = kinds.map((kind) => `${kind} ${ms((round) => round.children[kind] ?? 0)}`)
  print([
    ...names,
    [ms((round) => round.process), children.join(' ') || '–', ms((round) => round.postgres)].join(', '),
    of((round) => round.p50Ms, 1),
    of((round) => round.statements, 2),
    of((round) => round.log, 1),
  ])
}

function print(cells) {
  console.log(`| ${cells.join(' | ')} |`)
}
