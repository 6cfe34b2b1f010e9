import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { median } from '../measure-load.mjs'
import { startPartsMeter } from './cpu-by-part.mjs'

/** @typedef {import('./world.d.ts').World} World */
/** @typedef {(port: number) => Promise<void>} Ask */
/** @typedef {(used: readonly number[], seconds: number) => Promise<number>} Load asks through these replicas; returns the number of turns */
/** @typedef {{ turns: number, seconds: number, transactions: number, unused: number, cpu: import('./cpu-by-part.mjs').Parts }} Spent */
/** @typedef {{ perSecond: number, cpuMs: import('./cpu-by-part.mjs').Parts, transactions: number }} Measured of a turn */
/** @typedef {Record<string, Measured>} Round */

const SESSIONS = 60
/** V8 compiles for thousands of turns, and each of three replicas answers a third of them. */
const WARM_SECONDS = 90
const LOOP = { rounds: 7, seconds: 5, askers: 6 }
/** Six turns a second in all: a tenth of what a quiet machine of two cores answers. */
const RATE = { rounds: 7, seconds: 12, perReplica: 2 }
/** At a rate that the replicas do not keep up with, a turn waits for a chat. */
const LATE_MS = 50
const IDLE_SECONDS = 20
/** Before each measurement, so that no side starts the children that another one has just used. */
const SETTLE_SECONDS = 2
/** PostgreSQL tells its counters so late. */
const COUNTERS_MS = 1_200
/** Which replicas each side uses. They take turns, so that none is warmer than another. */
const SIDES = { one: [0], another: [1], three: [0, 1, 2] }

/**
 * Says what a turn costs with three replicas against one, in two ways: as fast as they answer, and at the same number of
 * turns a second for each replica, which is what an operator adds replicas for. What another single replica takes against
 * the first shows how far figures differ by chance. Says CPU of the replicas, their children and PostgreSQL apart, and
 * transactions of the database.
 *
 * @param {World} world
 * @param {string} agentId
 */
export async function compareWithOne(world, agentId) {
  const { client, ports, say, check } = world
  /** @type {string[]} */
  const failures = []
  const free = await openSessions(client, agentId)
  /** @type {Ask} */
  const ask = async (port) => {
    while (free.length === 0) await sleep(LATE_MS)
    const session_id = free.shift()
    const body = { session_id, query: 'What is the total of apples by orchard?' }
    await client.call('POST /chat/query', { port, body }).catch((error) => failures.push(error.message))
    free.push(session_id)
  }
  const database = new pg.Client({ connectionString: world.database.current.url })
  await database.connect()
  try {
    const meter = openMeter(world, database)
    for (const port of ports) await askInTurn(ask)([port], WARM_SECONDS / ports.length)
    const idle = await measureIdle(ports, meter)
    const cpuMs = {
      service: 1000 * idle.service,
      children: 1000 * idle.children,
      postgres: 1000 * idle.postgres,
    }
    say('CPU ms of a second of a replica that has nothing to do', describeParts(cpuMs))
    say('its transactions', idle.transactions.toFixed(1))
    /** @param {{ rounds: number, seconds: number }} times @param {Load} load */
    const measure = ({ rounds, seconds }, load) =>
      measureRounds(ports, rounds, async (used) => {
        await load(used, SETTLE_SECONDS)
        return perTurn(await meter(used, () => load(used, seconds)), idle)
      })
    report(say, 'as fast as they answer', await measure(LOOP, askInTurn(ask)))
    const rate = `${RATE.perReplica} turns a second for each replica`
    report(say, rate, await measure(RATE, askAtRate(ask)))
    check('no turn of the comparison failed', failures.length === 0, [...new Set(failures)].join('; '))
  } finally {
    await database.end()
  }
}

/** @param {World['client']} client @param {string} agentId @returns {Promise<string[]>} */
function openSessions(client, agentId) {
  return Promise.all(
    Array.from({ length: SESSIONS }, async (_, index) => {
      const body = { name: `Compare ${index}`, persona_id: 1, agent_id: agentId }
      return (await client.call('POST /chat/session/new', { body })).session_id
    }),
  )
}

/** @param {readonly number[]} ports @param {ReturnType<typeof openMeter>} meter */
async function measureIdle(ports, meter) {
  const { seconds, cpu, transactions } = await meter(ports, async () => {
    await sleep(IDLE_SECONDS * 1000)
    return 0
  })
  const each = seconds * ports.length
  const { service, children, postgres } = cpu
  const perSecond = { service: service / each, children: children / each, postgres: postgres / each }
  return { ...perSecond, transactions: transactions / each }
}

/** A closed loop: each asker asks again when it is answered. @param {Ask} ask @returns {Load} */
function askInTurn(ask) {
  return async (used, seconds) => {
    let turns = 0
    const endAt = performance.now() + seconds * 1000
    await Promise.all(
      Array.from({ length: LOOP.askers }, async (_, asker) => {
        for (; performance.now() < endAt; turns++) await ask(used[asker % used.length] ?? 0)
      }),
    )
    return turns
  }
}

/** Asks each replica at even times, the replicas one after the other. @param {Ask} ask @returns {Load} */
function askAtRate(ask) {
  return async (used, seconds) => {
    const perSecond = RATE.perReplica * used.length
    const turns = seconds * perSecond
    const startAt = performance.now()
    const asking = Array.from({ length: turns }, async (_, turn) => {
      await sleep(Math.max(0, startAt + (turn * 1000) / perSecond - performance.now()))
      await ask(used[turn % used.length] ?? 0)
    })
    await Promise.all(asking)
    return turns
  }
}

/**
 * @param {World} world
 * @param {pg.Client} database
 * @returns {(used: readonly number[], load: () => Promise<number>) => Promise<Spent>}
 */
function openMeter({ replicas, database: server }, database) {
  const countTransactions = async () => {
    await sleep(COUNTERS_MS)
    const { rows } = await database.query(
      'select xact_commit::int as count from pg_stat_database where datname = current_database()',
    )
    return Number(rows[0].count)
  }
  return async (used, load) => {
    const before = await countTransactions()
    const pids = used.map((port) => replicas.get(port)?.pid ?? 0)
    const tell = await startPartsMeter({ replicas: pids, postgres: server.current.pid })
    const startedAt = performance.now()
    const turns = await load()
    const seconds = (performance.now() - startedAt) / 1000
    const cpu = await tell()
    const transactions = (await countTransactions()) - before
    return { turns, seconds, transactions, unused: replicas.size - used.length, cpu }
  }
}

/**
 * What all replicas ask the database for without a turn is in the figures of PostgreSQL. The part of those that are not used
 * is taken out.
 *
 * @param {Spent} spent
 * @param {{ postgres: number, transactions: number }} idle of a second of a replica that has nothing to do
 * @returns {Measured}
 */
function perTurn({ turns, seconds, transactions, unused, cpu }, idle) {
  const others = unused * seconds
  return {
    perSecond: turns / seconds,
    cpuMs: {
      service: (1000 * cpu.service) / turns,
      children: (1000 * cpu.children) / turns,
      postgres: (1000 * (cpu.postgres - others * idle.postgres)) / turns,
    },
    transactions: (transactions - others * idle.transactions) / turns,
  }
}

/** @param {readonly number[]} ports @param {number} rounds @param {(used: readonly number[]) => Promise<Measured>} measure */
async function measureRounds(ports, rounds, measure) {
  /** @type {Round[]} */
  const measured = []
  for (let round = 0; round < rounds; round++) {
    /** @type {Round} */
    const figures = {}
    // Turned in each round, because a session that grows makes later turns dearer.
    for (const [side, places] of turned(Object.entries(SIDES), round)) {
      const used = places.map((place) => turned(ports, round)[place] ?? 0)
      figures[side] = await measure(used)
    }
    measured.push(figures)
  }
  return measured
}

/** @param {World['say']} say @param {string} load @param {readonly Round[]} rounds */
function report(say, load, rounds) {
  /** @param {string} side @param {(measured: Measured) => number} pick */
  const values = (side, pick) => rounds.map((round) => (round[side] ? pick(round[side]) : 0))
  /** @param {string} side @param {(measured: Measured) => number} pick */
  const ratios = (side, pick) => {
    const each = values(side, pick).map((value, index) => value / (values('one', pick)[index] ?? 1))
    const [low, high] = [Math.min(...each).toFixed(2), Math.max(...each).toFixed(2)]
    const [own, one] = [side, 'one'].map((name) => median(values(name, pick)).toFixed(1))
    return `${median(each).toFixed(2)} (${low} to ${high}; ${own} and ${one})`
  }
  /** @param {Measured} measured */
  const ownCpu = ({ cpuMs }) => cpuMs.service + cpuMs.children
  /** @param {Measured} measured */
  const allCpu = (measured) => ownCpu(measured) + measured.cpuMs.postgres
  say(
    `turns a second, three replicas ÷ one, ${load}`,
    ratios('three', ({ perSecond }) => perSecond),
  )
  say('CPU ms of a turn, three replicas ÷ one', ratios('three', ownCpu))
  say('the same, another single replica ÷ one', ratios('another', ownCpu))
  say('the same with PostgreSQL, three ÷ one', ratios('three', allCpu))
  say('the same with PostgreSQL, another ÷ one', ratios('another', allCpu))
  for (const side of Object.keys(SIDES)) {
    /** @param {keyof Measured['cpuMs']} part */
    const of = (part) => median(values(side, ({ cpuMs }) => cpuMs[part]))
    const parts = { service: of('service'), children: of('children'), postgres: of('postgres') }
    const transactions = median(values(side, (measured) => measured.transactions)).toFixed(1)
    say(`CPU ms of a turn, ${side}`, `${describeParts(parts)}, ${transactions} transactions`)
  }
}

/** @param {Measured['cpuMs']} parts */
function describeParts({ service, children, postgres }) {
  return `service ${service.toFixed(1)}, children ${children.toFixed(1)}, PostgreSQL ${postgres.toFixed(1)}`
}

/** @template One @param {readonly One[]} items @param {number} count @returns {One[]} */
function turned(items, count) {
  const from = count % items.length
  return [...items.slice(from), ...items.slice(0, from)]
}
