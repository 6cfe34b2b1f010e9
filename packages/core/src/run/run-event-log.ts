import { type Database, insertRunEvents } from '@parley/db'
import type { JsonObject } from '@parley/domain'
import { isAppError } from '@parley/errors'
import { type AnswerEvent, isDelta, writeEventId } from './answer-event.ts'

/** How long events of runs with a streaming client are collected before they are stored together, and told to followers. */
const COLLECT_MS = 100
/** The same for all other runs. Most of them end within this time, and storing their events costs as much as a step does. */
const COLLECT_UNSTREAMED_MS = 1000
/** Time before the next attempt when the database is unavailable. */
const RETRY_MS = 1000
/** Maximum UTF-16 code units of deltas that are stored for one run: several times as many as an answer may have. */
const MOST_TEXT = 4_000_000

/** Writes the events of one run. */
export type RunEventWriter = {
  /** Adds an event, and returns it with its id. A delta beyond the limit of a run is not stored, and gets no id. */
  readonly append: (event: AnswerEvent) => AnswerEvent
  /** Stores the rest, before the end of the run is stored. Never throws: without its events a run has its trace. */
  readonly flush: () => Promise<void>
  /** Tells followers that the run has ended. */
  readonly close: () => void
}

/** Stores the events of the runs of this process. It is opened at start. */
export type RunEventLog = {
  /**
   * Begins the events of a run. Without a streaming client, a run that ends within a second stores none: no client can
   * have seen an id.
   */
  readonly begin: (run: { readonly runId: string; readonly isStreaming: boolean }) => RunEventWriter
}

type Row = { readonly runId: string; readonly sequence: number; event: AnswerEvent; isOpen: boolean }

/** Opens the log. Events of runs with a streaming client are stored together, and so are events of all other runs. */
export function openRunEventLog(db: Database): RunEventLog {
  const streamed = openCollector(db, COLLECT_MS)
  const unstreamed = openCollector(db, COLLECT_UNSTREAMED_MS)
  return { begin: (run) => (run.isStreaming ? streamed : unstreamed).begin(run) }
}

/** Stores the events of several runs in one statement every `collectMs`. */
function openCollector(db: Database, collectMs: number): RunEventLog {
  let waiting: Row[] = []
  const ended: string[] = []
  let timer: NodeJS.Timeout | undefined
  let storing = Promise.resolve()

  function storeSoon(ms: number): void {
    if (timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      void storeNow()
    }, ms)
  }

  /** Stores the events that wait now, after those that are being stored. */
  async function storeNow(): Promise<void> {
    storing = storing.then(storeBatch)
    await storing
  }

  async function storeBatch(): Promise<void> {
    const rows = waiting.splice(0)
    const runIds = ended.splice(0)
    if (rows.length === 0 && runIds.length === 0) return
    for (const row of rows) row.isOpen = false
    try {
      await insertRunEvents(db, rows.map(toStored), runIds)
    } catch (error) {
      // Events that the database refuses would be refused again.
      if (!isAppError(error) || !error.isRetryable) return
      waiting = [...rows, ...waiting]
      storeSoon(RETRY_MS)
    }
  }

  return {
    begin({ runId, isStreaming }) {
      let newest: Row | null = null
      let isKept = isStreaming
      let textLength = 0
      return {
        append(event) {
          if (isDelta(event)) textLength += event.delta.length
          if (isDelta(event) && textLength > MOST_TEXT) return event
          const row = newest && extend(newest, event)
          newest = row ?? { runId, sequence: (newest?.sequence ?? 0) + 1, event, isOpen: true }
          if (!row) waiting.push(newest)
          storeSoon(collectMs)
          const { sequence } = newest
          const seen = isDelta(newest.event) && { seenLength: newest.event.delta.length }
          return { ...event, id: writeEventId({ sequence, ...seen }) }
        },
        async flush() {
          const own = waiting.filter((row) => row.runId === runId)
          isKept ||= own.length < (newest?.sequence ?? 0)
          if (isKept) await storeNow()
          waiting = waiting.filter((row) => row.runId !== runId)
        },
        close() {
          waiting = waiting.filter((row) => row.runId !== runId)
          if (!isKept) return
          ended.push(runId)
          void storeNow()
        },
      }
    },
  }
}

/** Adds a delta to the delta before it. Null when the event is another one, or its row is being stored. */
function extend(row: Row, event: AnswerEvent): Row | null {
  if (!row.isOpen || !isDelta(event) || !isDelta(row.event) || row.event.type !== event.type) return null
  row.event = { ...row.event, delta: row.event.delta + event.delta }
  return row
}

function toStored({ runId, sequence, event }: Row) {
  // Events are plain JSON.
  return { runId, sequence, event: event as unknown as JsonObject }
}
