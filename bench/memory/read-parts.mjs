import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listProcesses, listTree } from '../start-service.mjs'

/**
 * @typedef {{ pid: number, part: string, resident: number, shared: number, files: number }} Part MiB of one process: all its
 *   pages, its share of them, and those that are mapped from files
 * @typedef {{ rss: number, heapTotal: number, heapUsed: number, external: number, arrayBuffers: number, code: number }} Heap bytes
 */

const MIB = 1024
const CHILD = /child\/main\.\w+\0(\w+)/

/** @param {number} root @returns {Promise<Part[]>} a service and all that it started */
export async function readParts(root) {
  const pids = listTree(await listProcesses(), root)
  const parts = await Promise.all(pids.map(readPart))
  return parts.filter((part) => part !== null)
}

/** @param {number} pid @returns {Promise<Part | null>} null when it has ended */
async function readPart(pid) {
  try {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
    const of = (/** @type {string} */ key) =>
      Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / MIB
    const resident = of('Rss')
    return { pid, part: nameOf(command), resident, shared: of('Pss'), files: resident - of('Anonymous') }
  } catch {
    return null
  }
}

/** @param {string} command */
function nameOf(command) {
  const child = CHILD.exec(command)?.[1]
  if (child) return `child for ${child}`
  return /server\.(mjs|ts)\0/.test(command) ? 'server' : 'others'
}

/** @param {number} pid of a process with `report-heap.mjs` @param {string} folder @returns {Promise<Heap>} */
export async function readHeap(pid, folder) {
  const file = path.join(folder, `${pid}.json`)
  await rm(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => null)
    if (text !== null) return JSON.parse(text)
    await sleep(20)
  }
}
