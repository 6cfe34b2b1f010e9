import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ExpectedFailure } from './expected-failure.mjs'
import { readProcess } from './read-process.mjs'

// Long enough for another process that saw the same stale lock to write its own.
const SETTLE_MS = 100

/**
 * Locks a directory for this process. Takes the lock of a process that has ended.
 *
 * @param {string} directory absolute path of an existing folder
 * @returns {Promise<{ release: () => void }>}
 * @throws {ExpectedFailure} when a living process, this one included, holds it
 */
export async function lockDirectory(directory) {
  const file = path.join(directory, 'lock')
  const self = readProcess(process.pid)
  const mine = JSON.stringify({ pid: process.pid, startedAt: self?.startedAt, token: randomUUID() })

  if (!createLock(file, mine)) {
    refuseIfHeld(directory, await readSettled(file))
    writeFileSync(file, mine, { mode: 0o600 })
    await sleep(SETTLE_MS)
    const winner = readFileSync(file, 'utf8')
    if (winner !== mine) refuseIfHeld(directory, winner)
  }
  return {
    release() {
      if (readIfThere(file) === mine) rmSync(file, { force: true })
    },
  }
}

/** @param {string} file @param {string} content @returns {boolean} false when the lock is there already */
function createLock(file, content) {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** @param {string} file @returns {Promise<string>} */
async function readSettled(file) {
  const content = readIfThere(file)
  if (content) return content
  // Another process has created the lock but not written it yet.
  await sleep(SETTLE_MS)
  return readIfThere(file)
}

/** @param {string} file @returns {string} */
function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** @param {string} directory @param {string} content */
function refuseIfHeld(directory, content) {
  const holder = parseHolder(content)
  if (!holder || readProcess(holder.pid)?.startedAt !== holder.startedAt) return
  throw new ExpectedFailure(
    `Another Parley, process ${holder.pid}, is using the data directory ${directory}. ` +
      'Stop it first, or set PARLEY_DATA_DIR to another folder.',
  )
}

/** @param {string} content @returns {{ pid: number, startedAt: string } | undefined} */
function parseHolder(content) {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}
