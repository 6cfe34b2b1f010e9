import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { median } from '../measure-load.mjs'
import { startApart } from './start-apart.mjs'
import { openMeter, perTurn } from './turn-meter.mjs'

/** @typedef {import('./world.d.ts').World} World */
/** @typedef {{ port: number, pid: number, client: World['client'], agentId: string, free: string[] }} Place a replica, and the chats that are free for its next turn */
/** @typedef {(place: Place) => Promise<void>} Ask */
/** @typedef {(used: readonly Place[], load: { seconds: number, askers: number }) => Promise<number>} Load asks through these replicas; returns the number of turns */
/** @typedef {import('./turn-meter.mjs').Meter} Meter */
/** @typedef {import('./turn-meter.mjs').Measured} Measured */
/** @typedef {keyof typeof SIDES} Side */
/** @typedef {Partial<Record<Side, Measured>>} Round */

/** Chats per asker, so that a turn finds one free. Each measurement opens new ones: long chats make turns dearer. */
const SESSIONS = 10
const LOOP_ASKERS = 6
/** Each replica is warmed up alone for this long, one after the other: V8 compiles for thousands of turns. */
const WARM_SECONDS = 30
/** The pause between two looks for a free chat. A turn waits for one when the replicas do not keep up with the rate. */
const LATE_MS = 50
const IDLE_SECONDS = 20
/** Before each measurement, so that no side starts the children that another one has just used. */
const SETTLE_SECONDS = 2
/** Which replicas each side uses, and how many ask them. They take turns, so that none is warmer than another. */
const SIDES = {
  one: { places: [0], askers: LOOP_ASKERS, isApart: false },
  another: { places: [1], askers: LOOP_ASKERS, isApart: false },
  few: { places: [0], askers: LOOP_ASKERS / 3, isApart: false },
  three: { places: [0, 1, 2], askers: LOOP_ASKERS, isApart: false },
  apart: { places: [0, 1, 2], askers: LOOP_ASKERS, isApart: true },
}

/** What each side is divided by. @type {Partial<Record<Side, Side[]>>} */
const COMPARED = { another: ['one'], few: ['one'], three: ['one', 'few', 'apart'], apart: ['one'] }
/** @type {{ rounds: number, seconds: number, sides: Side[] }} */
const LOOP = { rounds: 7, seconds: 5, sides: ['one', 'another', 'few', 'three', 'apart'] }
/** Six turns a second in all: a tenth of what a quiet machine of two cores answers. */
const RATE = {
  rounds: 5,
  seconds: 12,
  perReplica: 2,
  sides: /** @type {Side[]} */ (['one', 'another', 'three', 'apart']),
}

/**
 * Says what a turn costs with three replicas against one, in two ways: as fast as they answer, and at the same number of
 * turns a second for each replica, which is what an operator adds replicas for. Gives separate CPU figures for the
 * replicas, their children and PostgreSQL, and the transactions of the database. Three more sides say where a
 * difference comes from:
 *
 * - another single replica: how far figures differ by chance
 * - a single replica with a third of the askers, as each of three has: turns at once in a process share statements and
 *   rounds of its event loop
 * - three installations that know nothing of each other: what three processes on the same cores take in any case
 *
 * @param {World} world
 * @param {string} agentId
 */
export async function compareWithOne(world, agentId) {
  const { client, ports, replicas, say, check } = world
  const database = new pg.Client({ connectionString: world.database.current.url })
  await database.connect()
  const installations = await startApart(world, database, ports.length)
  /** @type {Place[]} */
  const together = ports.map((port) => ({
    port,
    pid: replicas.get(port)?.pid ?? 0,
    client,
    agentId,
    free: [],
  }))
  const apart = installations.map((installation) => ({ ...installation, free: [] }))
  const all = [...together, ...apart]
  /** @type {string[]} */
  const failures = []
  const ask = askFrom(failures)
  try {
    const meter = openMeter(database, { serverPid: world.database.current.pid, replicas: all.length })
    for (const place of all) {
      await openSessions([place], LOOP_ASKERS)
      await askInTurn(ask)([place], { seconds: WARM_SECONDS, askers: LOOP_ASKERS })
    }
    const idle = await measureIdle(all, meter)
    say('CPU ms of a second of a replica that has nothing to do', describeParts(inMs(idle)))
    say('its transactions', idle.transactions.toFixed(1))
    /** @param {{ rounds: number, seconds: number, sides: readonly Side[] }} times @param {Load} load */
    const measure = ({ rounds, seconds, sides }, load) =>
      measureRounds(rounds, sides, async (side, round) => {
        const { places, askers, isApart } = SIDES[side]
        const from = turned(isApart ? apart : together, round)
        const used = from.filter((_, place) => places.includes(place))
        await openSessions(used, askers)
        await load(used, { seconds: SETTLE_SECONDS, askers })
        return perTurn(await meter(used, () => load(used, { seconds, askers })), idle)
      })
    report(say, 'as fast as they answer', await measure(LOOP, askInTurn(ask)))
    const rate = `${RATE.perReplica} turns a second for each replica`
    report(say, rate, await measure(RATE, askAtRate(ask)))
    check('no turn of the comparison failed', failures.length === 0, [...new Set(failures)].join('; '))
  } finally {
    for (const { end } of installations) await end('SIGKILL')
    await database.end()
  }
}

/** @param {string[]} failures takes what went wrong @returns {Ask} */
function askFrom(failures) {
  return async ({ client, port, free }) => {
    while (free.length === 0) await sleep(LATE_MS)
    const session_id = free.shift() ?? ''
    const body = { session_id, query: 'What is the total of apples by orchard?' }
    await client.call('POST /chat/query', { port, body }).catch((error) => failures.push(error.message))
    free.push(session_id)
  }
}

/** Gives each replica its part of new sessions. @param {readonly Place[]} used @param {number} askers */
async function openSessions(used, askers) {
  const count = Math.ceil((SESSIONS * askers) / used.length)
  const open = async (/** @type {Place} */ place) => {
    const body = { name: 'Compare', persona_id: 1, agent_id: place.agentId }
    const opening = Array.from({ length: count }, () =>
      place.client.call('POST /chat/session/new', { port: place.port, body }),
    )
    place.free = (await Promise.all(opening)).map(({ session_id }) => session_id)
  }
  await Promise.all(used.map(open))
}

/** @param {readonly Place[]} all @param {Meter} meter */
async function measureIdle(all, meter) {
  const { seconds, cpu, transactions } = await meter(all, async () => {
    await sleep(IDLE_SECONDS * 1000)
    return 0
  })
  const each = seconds * all.length
  const { service, children, postgres } = cpu
  const perSecond = { service: service / each, children: children / each, postgres: postgres / each }
  return { ...perSecond, transactions: transactions / each }
}

/** A closed loop: each asker asks again when it is answered. @param {Ask} ask @returns {Load} */
function askInTurn(ask) {
  return async (used, { seconds, askers }) => {
    let turns = 0
    const endAt = performance.now() + seconds * 1000
    const asking = Array.from({ length: askers }, async (_, asker) => {
      const place = used[asker % used.length]
      for (; place && performance.now() < endAt; turns++) await ask(place)
    })
    await Promise.all(asking)
    return turns
  }
}

/** Asks each replica at even times, the replicas one after the other. @param {Ask} ask @returns {Load} */
function askAtRate(ask) {
  return async (used, { seconds }) => {
    const perSecond = RATE.perReplica * used.length
    const turns = seconds * perSecond
    const startAt = performance.now()
    const asking = Array.from({ length: turns }, async (_, turn) => {
      await sleep(Math.max(0, startAt + (turn * 1000) / perSecond - performance.now()))
      const place = used[turn % used.length]
      if (place) await ask(place)
    })
    await Promise.all(asking)
    return turns
  }
}

/**
 * @param {number} rounds
 * @param {readonly Side[]} sides
 * @param {(side: Side, round: number) => Promise<Measured>} measure
 */
async function measureRounds(rounds, sides, measure) {
  /** @type {Round[]} */
  const measured = []
  for (let round = 0; round < rounds; round++) {
    /** @type {Round} */
    const figures = {}
    for (const side of turned(sides, round)) figures[side] = await measure(side, round)
    measured.push(figures)
  }
  return measured
}

/** @param {World['say']} say @param {string} load @param {readonly Round[]} rounds */
function report(say, load, rounds) {
  const [first = {}] = rounds
  /** @param {Side} side @param {Side} base */
  const compare = (side, base) => {
    /** @param {(measured: Measured) => number} pick */
    const against = (pick) => {
      const each = rounds.map((round) => pickFrom(round, side, pick) / pickFrom(round, base, pick))
      return `${median(each).toFixed(2)} (${Math.min(...each).toFixed(2)} to ${Math.max(...each).toFixed(2)})`
    }
    const speed = against(({ perSecond }) => perSecond)
    say(
      `${side} ÷ ${base}`,
      `turns a second ${speed}, CPU of a turn ${against(ownCpu)}, with PostgreSQL ${against(allCpu)}`,
    )
  }
  for (const side of sidesOf(first)) {
    /** @param {(measured: Measured) => number} pick */
    const values = (pick) => rounds.map((round) => pickFrom(round, side, pick))
    const parts = {
      service: median(values(({ cpuMs }) => cpuMs.service)),
      children: median(values(({ cpuMs }) => cpuMs.children)),
      postgres: median(values(({ cpuMs }) => cpuMs.postgres)),
    }
    const transactions = median(values((measured) => measured.transactions)).toFixed(1)
    const speed = median(values(({ perSecond }) => perSecond)).toFixed(1)
    say(
      `${load}, ${side}`,
      `${speed} turns a second; CPU ms of a turn: ${describeParts(parts)}, ${transactions} transactions`,
    )
    for (const base of sidesOf(first).filter((other) => COMPARED[side]?.includes(other))) compare(side, base)
  }
}

/** @param {Round} round @returns {Side[]} */
function sidesOf(round) {
  return /** @type {Side[]} */ (Object.keys(round))
}

/** @param {Round} round @param {Side} side @param {(measured: Measured) => number} pick */
function pickFrom(round, side, pick) {
  const measured = round[side]
  return measured ? pick(measured) : Number.NaN
}

/** @param {Measured} measured */
function ownCpu({ cpuMs }) {
  return cpuMs.service + cpuMs.children
}

/** @param {Measured} measured */
function allCpu(measured) {
  return ownCpu(measured) + measured.cpuMs.postgres
}

/** @param {Measured['cpuMs']} parts */
function describeParts({ service, children, postgres }) {
  return `service ${service.toFixed(1)}, children ${children.toFixed(1)}, PostgreSQL ${postgres.toFixed(1)}`
}

/** @param {Measured['cpuMs']} seconds @returns {Measured['cpuMs']} */
function inMs({ service, children, postgres }) {
  return { service: 1000 * service, children: 1000 * children, postgres: 1000 * postgres }
}

/** @template One @param {readonly One[]} items @param {number} count @returns {One[]} */
function turned(items, count) {
  const from = count % items.length
  return [...items.slice(from), ...items.slice(0, from)]
}
