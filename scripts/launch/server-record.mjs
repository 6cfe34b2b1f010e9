import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { readProcess } from '../read-process.mjs'
import { signalGroup } from './run-child.mjs'

const POLL_MS = 50

/**
 * Records a server's process.
 *
 * @param {string} file
 * @param {number} pid
 */
export function rememberServer(file, pid) {
  writeFileSync(file, JSON.stringify({ pid, startedAt: readProcess(pid)?.startedAt }), { mode: 0o600 })
}

/**
 * Deletes the record of the server.
 *
 * @param {string} file
 */
export function forgetServer(file) {
  rmSync(file, { force: true })
}

/**
 * Ends a server whose launcher was killed, because it holds the port.
 *
 * @param {string} file
 * @param {number} graceMs how long it may finish what it is doing
 */
export async function endLeftServer(file, graceMs) {
  const left = readRecord(file)
  const isRunning = () => left !== undefined && readProcess(left.pid)?.startedAt === left.startedAt
  if (!left || !isRunning()) return
  console.log(`Ending the server that an earlier start left running (process ${left.pid}) ...`)
  process.kill(left.pid, 'SIGTERM')
  const deadline = Date.now() + graceMs
  while (isRunning() && Date.now() < deadline) await sleep(POLL_MS)
  signalGroup(left.pid, 'SIGKILL')
}

/** @param {string} file @returns {{ pid: number, startedAt: string } | undefined} */
function readRecord(file) {
  try {
    const { pid, startedAt } = JSON.parse(readFileSync(file, 'utf8'))
    return typeof startedAt === 'string' ? { pid, startedAt } : undefined
  } catch {
    return undefined
  }
}
