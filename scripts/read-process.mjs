import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** @typedef {{ startedAt: string, command: string }} RunningProcess */

/**
 * Reads a process. A zombie counts as ended. `startedAt` is for comparison only: the same number with another
 * `startedAt` is another process.
 *
 * @param {number} pid process id
 * @returns {RunningProcess | undefined} undefined when no such process runs
 */
export function readProcess(pid) {
  return process.platform === 'linux' ? readFromProc(pid) : readFromPs(pid)
}

/** @param {number} pid @returns {RunningProcess | undefined} */
function readFromProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the name in brackets and may contain spaces, so the fields after it are counted
    // (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return { startedAt: String(fields[19]), command }
  } catch {
    return undefined
  }
}

/** @param {number} pid @returns {RunningProcess | undefined} */
function readFromPs(pid) {
  const ps = spawnSync('ps', ['-o', 'stat=,lstart=,command=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  })
  const found = /^(\S+)\s+(\S+ \S+\s+\S+ \S+ \S+)\s+(.*)$/.exec((ps.stdout ?? '').trim())
  if (!found || found[1]?.startsWith('Z')) return undefined
  return { startedAt: String(found[2]), command: String(found[3]) }
}
