import { Client } from 'pg'
import type { Database } from './database.ts'
import { RUN_EVENTS_CHANNEL } from './run-event.ts'

/** One follower of one run. Close it at the end. */
export type RunFollower = {
  /**
   * Resolves when something may have changed since the last call: at a notice, after `timeoutMs`, or when the signal
   * aborts.
   */
  readonly changed: (options: { readonly timeoutMs: number; readonly signal: AbortSignal }) => Promise<void>
  readonly close: () => void
}

/** The notices about runs that PostgreSQL sends to this process. */
export type RunNotices = {
  readonly follow: (runId: string) => RunFollower
  readonly close: () => Promise<void>
}

type Watch = { isChanged: boolean; wake: () => void }

/** Time before the next attempt to listen, after a connection broke. */
const RECONNECT_MS = 1000

/**
 * Listens for events of runs (PostgreSQL, "LISTEN") on one connection, which is open while a run is followed. A notice
 * can be lost with the connection, so followers must look by themselves from time to time.
 */
export function openRunNotices(db: Database): RunNotices {
  const watches = new Map<string, Set<Watch>>()
  let listening: Promise<Client | null> | null = null
  let reconnect: NodeJS.Timeout | undefined

  function follow(runId: string): RunFollower {
    const watch: Watch = { isChanged: false, wake: () => {} }
    const all = watches.get(runId) ?? new Set()
    watches.set(runId, all.add(watch))
    listening ??= listen()
    return {
      changed: (options) => waitFor(watch, options),
      close() {
        all.delete(watch)
        if (all.size === 0) watches.delete(runId)
        if (watches.size === 0) void stop()
      },
    }
  }

  async function listen(): Promise<Client | null> {
    const client = new Client({ connectionString: db.pool.options.connectionString, keepAlive: true })
    client.on('notification', ({ payload = '' }) => change(watches.get(payload) ?? []))
    client.on('error', () => restart())
    try {
      await client.connect()
      await client.query(`LISTEN ${RUN_EVENTS_CHANNEL}`)
    } catch {
      restart()
      return null
    }
    // Notices that were sent before this connection listened do not come again.
    for (const all of watches.values()) change(all)
    return client
  }

  function restart(): void {
    clearTimeout(reconnect)
    reconnect = setTimeout(() => {
      void stop()
      if (watches.size > 0) listening = listen()
    }, RECONNECT_MS)
  }

  async function stop(): Promise<void> {
    clearTimeout(reconnect)
    const ended = listening
    listening = null
    const client = await ended
    await client?.end().catch(() => {})
  }

  return {
    follow,
    async close() {
      for (const all of watches.values()) change(all)
      watches.clear()
      await stop()
    },
  }
}

function change(watches: Iterable<Watch>): void {
  for (const watch of watches) {
    watch.isChanged = true
    watch.wake()
  }
}

async function waitFor(
  watch: Watch,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<void> {
  if (!watch.isChanged && !signal.aborted) {
    await new Promise<void>((resolve) => {
      const finish = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', finish)
        watch.wake = () => {}
        resolve()
      }
      const timer = setTimeout(finish, timeoutMs)
      watch.wake = finish
      signal.addEventListener('abort', finish, { once: true })
    })
  }
  watch.isChanged = false
}
