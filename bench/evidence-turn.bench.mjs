// CPU of a stored turn with one statement, in a service that proves the numbers of the answer and in one that does not.
// The services take turns, one question each, so that other work of the machine slows all of them alike. CPU in
// milliseconds of the main process + the children + PostgreSQL. The case `chart` also searches the catalog and draws
// the result. V8 compiles for thousands of turns, so both services answer `--warm` turns of each case first. Needs no
// build.
//
//   node bench/evidence-turn.bench.mjs [--warm 300] [--rounds 7] [--turns 60] [--case chart,few,page,cut] [--before <clone>]
//
// `--before` adds a service of an older clone, with its own packages: that of 5c30557f^ is the last one without evidence.
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { median } from './measure-load.mjs'
import { openSessions } from './open-sessions.mjs'
import { cpuSeconds, startCpuMeter, startEngine, startPeer } from './start-service.mjs'

const { values: options } = parseArgs({
  options: {
    warm: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '7' },
    turns: { type: 'string', default: '60' },
    case: { type: 'string', default: 'chart,few,page,cut' },
    before: { type: 'string' },
  },
})
const ROUNDS = Number(options.rounds)
const TURNS = Number(options.turns)
const CASES = options.case.split(',')
const WITHOUT = path.join(import.meta.dirname, 'evidence/without-evidence.mjs')

const model = await startPeer('answering-model.mjs')
const services = {
  without: await startEngine({ args: ['--built-in-tools'], nodeOptions: ['--import', WITHOUT] }),
  proven: await startEngine({ args: ['--built-in-tools'] }),
  ...(options.before && {
    before: await startEngine({ args: ['--built-in-tools'], clone: options.before }),
  }),
}
try {
  const kinds = Object.keys(services)
  console.log(`| result | ${kinds.join(' | ')} | proven ÷ each of the others | of each round |`)
  console.log(`|---|${kinds.map(() => '---|').join('')}---|---|`)
  for (const name of CASES) await report(name)
  console.log(`\nload ${os.loadavg()[0]?.toFixed(1)}`)
} finally {
  for (const service of Object.values(services)) await service.stop()
  model.stop()
}

/** @param {string} name */
async function report(name) {
  const place = { origin: `${model.origin}/${name}` }
  const contestants = Object.entries(services).map(([kind, service]) => ({ kind, service }))
  const open = await Promise.all(
    contestants.map(async (one) => ({ ...one, ...(await openSessions(one.service, place, ROUNDS + 1)) })),
  )
  await requireEvidence(open)
  for (let turn = 0; turn < Number(options.warm); turn++)
    for (const { service, token, sessions } of open) await ask(service, token, sessions[0] ?? '')
  /** @type {Record<string, Figures>[]} */
  const rounds = []
  for (let round = 1; round <= ROUNDS; round++) rounds.push(await measureRound(open, round))
  const show = (/** @type {string} */ kind, /** @type {keyof Figures} */ figure) =>
    median(rounds.map((one) => one[kind]?.[figure] ?? 0)).toFixed(2)
  const kinds = open.map(({ kind }) => kind)
  const spent = kinds.map(
    (kind) =>
      `${show(kind, 'cpuMs')} (${show(kind, 'mainMs')} + ${show(kind, 'childrenMs')} + ${show(kind, 'postgresMs')}), p50 ${show(kind, 'p50Ms')}`,
  )
  const ratios = kinds
    .filter((kind) => kind !== 'proven')
    .map((kind) => rounds.map((one) => (one.proven?.cpuMs ?? 0) / (one[kind]?.cpuMs ?? 1)))
  const medians = ratios.map((each) => median(each).toFixed(3)).join(', ')
  const all = ratios.map((each) => each.map((ratio) => ratio.toFixed(2)).join(' ')).join(', ')
  console.log(`| ${name} | ${spent.join(' | ')} | ${medians} | ${all} |`)
}

/** @typedef {{ cpuMs: number, mainMs: number, childrenMs: number, postgresMs: number, p50Ms: number }} Figures */
/** @typedef {import('./start-service.mjs').Service} Service */

/** @param {Service} service @param {string} token @param {string} session */
async function ask(service, token, session) {
  const body = { session_id: session, query: 'Which shops stand out?' }
  return service.call('POST', '/chat/query', { token, body })
}

/** Throws unless `proven` proves all numbers of a turn and `without` returns no evidence. The older clone has none. */
async function requireEvidence(open) {
  for (const { kind, service, token, sessions } of open) {
    if (kind === 'before') continue
    const { run_id } = await ask(service, token, sessions.at(-1))
    const { evidence } = await service.call('GET', `/chat/run/${run_id}/evidence`, { token })
    const isRight =
      kind === 'proven' ? evidence?.numbers > 0 && evidence.numbers === evidence.proven : !evidence
    if (!isRight) throw new Error(`${kind}: ${JSON.stringify(evidence)}`)
  }
}

/** @typedef {{ kind: string, service: Service, token: string, sessions: string[] }} Contestant */

/** @param {Contestant[]} open @param {number} round @returns {Promise<Record<string, Figures>>} by kind */
async function measureRound(open, round) {
  const meters = await Promise.all(open.map(({ service }) => startMeters(service)))
  const times = open.map(() => /** @type {number[]} */ ([]))
  const entries = [...open.entries()]
  for (let turn = 0; turn < TURNS; turn++)
    for (const [index, { service, token, sessions }] of turn % 2 === 0 ? entries : entries.toReversed()) {
      const begun = performance.now()
      await ask(service, token, sessions[round] ?? '')
      times[index]?.push(performance.now() - begun)
    }
  const spent = await Promise.all(meters.map((read) => read()))
  return Object.fromEntries(
    entries.map(([index, { kind }]) => [kind, { ...spent[index], p50Ms: median(times[index] ?? []) }]),
  )
}

/** @param {Service} service @returns {Promise<() => Promise<Omit<Figures, 'p50Ms'>>>} reads the CPU of a turn since then */
async function startMeters({ pid, postgresPid }) {
  const spent = await startCpuMeter(pid)
  const spentByPostgres = await startCpuMeter(postgresPid)
  const before = await cpuSeconds(pid)
  const ofTurn = (/** @type {number} */ seconds) => (seconds * 1000) / TURNS
  return async () => {
    const mainMs = ofTurn((await cpuSeconds(pid)) - before)
    const own = ofTurn(await spent())
    const postgresMs = ofTurn(await spentByPostgres())
    return { cpuMs: own + postgresMs, mainMs, childrenMs: own - mainMs, postgresMs }
  }
}
