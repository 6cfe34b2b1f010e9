import { setTimeout as sleep } from 'node:timers/promises'
import { startPartsMeter } from './cpu-by-part.mjs'

/** @typedef {import('./cpu-by-part.mjs').Parts} Parts */
/** @typedef {{ turns: number, seconds: number, transactions: number, unused: number, cpu: Parts }} Spent */
/** @typedef {{ perSecond: number, cpuMs: Parts, transactions: number }} Measured of a turn */
/** @typedef {(used: readonly { pid: number }[], load: () => Promise<number>) => Promise<Spent>} Meter measures replicas while `load` makes its turns */

/** PostgreSQL publishes its counters up to this much later. */
const COUNTERS_MS = 1_200

/**
 * Opens a meter of replicas that share a database server.
 *
 * @param {import('pg').Client} database connected to the server
 * @param {{ serverPid: number, replicas: number }} server its process, and how many replicas ask it
 * @returns {Meter}
 */
export function openMeter(database, { serverPid, replicas }) {
  const countTransactions = async () => {
    await sleep(COUNTERS_MS)
    const { rows } = await database.query('select sum(xact_commit)::int as count from pg_stat_database')
    return Number(rows[0].count)
  }
  return async (used, load) => {
    const before = await countTransactions()
    const pids = used.map(({ pid }) => pid)
    const tell = await startPartsMeter({ replicas: pids, postgres: serverPid })
    const startedAt = performance.now()
    const turns = await load()
    const seconds = (performance.now() - startedAt) / 1000
    const cpu = await tell()
    const transactions = (await countTransactions()) - before
    return { turns, seconds, transactions, unused: replicas - used.length, cpu }
  }
}

/**
 * The figures of PostgreSQL include what every replica asks it for without a turn. The share of the replicas that are
 * not used is subtracted.
 *
 * @param {Spent} spent
 * @param {{ postgres: number, transactions: number }} idle of a second of a replica that has nothing to do
 * @returns {Measured}
 */
export function perTurn({ turns, seconds, transactions, unused, cpu }, idle) {
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
