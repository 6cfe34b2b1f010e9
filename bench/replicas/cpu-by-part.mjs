import { readFile } from 'node:fs/promises'
import { listProcesses, listTree } from '../start-service.mjs'

/** @typedef {{ service: number, children: number, postgres: number }} Parts CPU seconds, or what is counted of each part */

const CHILD = /child\/main\.\w+\0/

/**
 * Measures the processes of replicas, their sandbox children and PostgreSQL, each part for itself. What a process that has
 * ended used since the start is left out, as in `startCpuMeter`.
 *
 * @param {{ replicas: readonly number[], postgres: number }} pids
 * @returns {Promise<() => Promise<Parts>>} tells the CPU seconds since the start
 */
export async function startPartsMeter(pids) {
  const before = await readParts(pids)
  return async () => {
    const after = await readParts(pids)
    /** @param {keyof Parts} part */
    const spent = (part) =>
      [...after[part]].reduce((total, [pid, own]) => total + own - (before[part].get(pid) ?? 0), 0)
    return { service: spent('service'), children: spent('children'), postgres: spent('postgres') }
  }
}

/** @param {{ replicas: readonly number[], postgres: number }} pids */
async function readParts({ replicas, postgres }) {
  const processes = await listProcesses()
  const owns = new Map(processes.map(({ pid, own }) => [pid, own]))
  /** @param {readonly number[]} roots */
  const below = (roots) => new Set(roots.flatMap((root) => listTree(processes, root)))
  const children = below(await filterChildren([...below(replicas)]))
  /** @param {Iterable<number>} chosen */
  const read = (chosen) => new Map([...chosen].map((pid) => [pid, owns.get(pid) ?? 0]))
  return {
    service: read([...below(replicas)].filter((pid) => !children.has(pid))),
    children: read(children),
    postgres: read(below([postgres])),
  }
}

/** @param {readonly number[]} pids */
async function filterChildren(pids) {
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  return pids.filter((_, index) => CHILD.test(commands[index] ?? ''))
}
