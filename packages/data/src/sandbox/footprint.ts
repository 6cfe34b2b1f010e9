import type { ChildProcess } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'

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
export function watchFootprint({ pid }: ChildProcess): () => Promise<string | null> {
  let watched: { readonly processId: number; readonly first: Footprint | null } | null = null
  return async () => {
    if (pid === undefined) return null
    if (watched === null) {
      const processId = await findConfined(pid)
      watched = { processId, first: await readFootprint(processId) }
      return null
    }
    return findExcess(watched.first, await readFootprint(watched.processId))
  }
}

/** Follows the programs that confine a child, each with one process below it, to the child itself. */
async function findConfined(processId: number): Promise<number> {
  const [below, ...others] = await childrenOf(processId).catch(() => [])
  return below === undefined || others.length > 0 ? processId : findConfined(below)
}

async function readFootprint(processId: number): Promise<Footprint | null> {
  try {
    const [status, files, processes] = await Promise.all([
      readFile(`/proc/${processId}/status`, 'utf8'),
      readdir(`/proc/${processId}/fd`),
      childrenOf(processId),
    ])
    const threads = Number(/^Threads:\s*(\d+)/m.exec(status)?.[1] ?? 0)
    return { threads, openFiles: files.length, processes: processes.length }
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

async function childrenOf(processId: number): Promise<number[]> {
  const text = await readFile(`/proc/${processId}/task/${processId}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}
