import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** What a process holds: threads, open files and child processes. */
type Footprint = { readonly threads: number; readonly openFiles: number; readonly processes: number }

/**
 * A child may keep this much more after a task than before its first one: the thread pool of Node, the threads of the
 * engine, the files of the last statement.
 */
const KEPT: Footprint = { threads: 8, openFiles: 24, processes: 0 }

/**
 * Returns a function that says what a child holds beyond its share since the first call, in words for the log; null for
 * nothing, and where the system has no `/proc`. Call it first when the child is ready.
 */
export function watchFootprint({ pid }: ChildProcess): () => string | null {
  let watched: { readonly processId: number; readonly first: Footprint | null } | null = null
  return () => {
    if (pid === undefined) return null
    if (watched === null) {
      const processId = findConfined(pid)
      watched = { processId, first: readFootprint(processId) }
      return null
    }
    return findExcess(watched.first, readFootprint(watched.processId))
  }
}

/** Follows the programs that confine a child, each with one process below it, to the child itself. */
function findConfined(processId: number): number {
  const [below, ...others] = childrenOf(processId)
  return below === undefined || others.length > 0 ? processId : findConfined(below)
}

/**
 * Reads at once what the kernel has in memory: 0.03 ms of CPU after each task. Asynchronous reading takes ten steps in
 * other threads, and 0.2 ms.
 */
function readFootprint(processId: number): Footprint | null {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'utf8')
    const openFiles = readdirSync(`/proc/${processId}/fd`).length
    const threads = Number(/^Threads:\s*(\d+)/m.exec(status)?.[1] ?? 0)
    return { threads, openFiles, processes: readChildren(processId).length }
  } catch {
    return null
  }
}

function findExcess(before: Footprint | null, after: Footprint | null): string | null {
  if (before === null || after === null) return null
  if (after.processes > before.processes + KEPT.processes) return 'left a process'
  if (after.threads > before.threads + KEPT.threads) return 'left threads'
  if (after.openFiles > before.openFiles + KEPT.openFiles) return 'left open files'
  return null
}

function childrenOf(processId: number): number[] {
  try {
    return readChildren(processId)
  } catch {
    return []
  }
}

function readChildren(processId: number): number[] {
  const text = readFileSync(`/proc/${processId}/task/${processId}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}
