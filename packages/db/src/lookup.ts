import { AsyncResource } from 'node:async_hooks'
import { isAppError } from '@parley/errors'
import type { Pool } from 'pg'
import type { Database } from './database.ts'
import type { Described } from './described.ts'
import { declareStatement } from './statement.ts'
import type { StatementText } from './statement-text.ts'

type Ask<Values, Row> = {
  readonly values: Values
  readonly waiting: {
    readonly resolve: (row: Row | null) => void
    readonly reject: (error: unknown) => void
  }[]
}

type Batch<Values, Row> = Map<string, Ask<Values, Row>>

/**
 * Longest wait for the statement before. A statement takes about a millisecond, so only lookups behind a slow one wait
 * as long.
 */
const LONGEST_WAIT_MS = 5

/** The lookups of one pool: those that wait, and how many statements are running. */
type Line<Values, Row> = {
  waiting: Batch<Values, Row>
  running: number
  timer: NodeJS.Timeout | undefined
  /** The context of the first lookup that waits, so that the statement belongs to its trace. */
  context: AsyncResource
}

/**
 * Declares a lookup of at most one row: `prepareLookup('name')<Values, Row>(text)`. Lookups that arrive in one turn of
 * the event loop, or while a statement of earlier ones is running, share one statement; equal lookups share one position
 * in it. A statement costs this process more than the rest of an authenticated request, so under load this saves most of
 * it. A lookup sees everything that was committed before it was called, so a revocation takes effect at once.
 *
 * `text` takes one array per value and yields a column `position`, the index in these arrays, from 1. The
 * returned function throws AppError `unavailable` when the database is unavailable.
 */
export function prepareLookup<Name extends keyof Described>(name: Name) {
  return <Values extends (string | number)[], Row extends object>(
    text: StatementText<
      Described[Name],
      { [Index in keyof Values]: Values[Index][] },
      Row & { position: number }
    >,
    // The compared type is `string` whenever the call compiles.
  ) => declareLookup<Values, Row>(name, text as string)
}

function declareLookup<Values extends (string | number)[], Row extends object>(name: string, text: string) {
  const select = declareStatement<(string | number | undefined)[][], Row & { position: number }>(name, text)
  const lines = new WeakMap<Pool, Line<Values, Row>>()

  async function answer(pool: Pool, asks: Ask<Values, Row>[]): Promise<void> {
    try {
      const columns = (asks[0]?.values ?? []).map((_, column) => asks.map(({ values }) => values[column]))
      const rows = new Map((await select(pool, columns)).map(withoutPosition))
      for (const [index, { waiting }] of asks.entries()) {
        for (const { resolve } of waiting) resolve(rows.get(index + 1) ?? null)
      }
    } catch (error) {
      // One refused lookup must not fail the others of its batch.
      const isAway = isAppError(error) && error.code === 'unavailable'
      if (asks.length > 1 && !isAway) await Promise.all(asks.map((ask) => answer(pool, [ask])))
      else for (const { waiting } of asks) for (const { reject } of waiting) reject(error)
    }
  }

  async function answerWaiting(pool: Pool, line: Line<Values, Row>): Promise<void> {
    clearTimeout(line.timer)
    const asks = [...line.waiting.values()]
    if (asks.length === 0) return
    line.waiting = new Map()
    line.running++
    await answer(pool, asks)
    line.running--
    if (line.waiting.size > 0)
      line.context.runInAsyncScope(() => void setImmediate(answerWaiting, pool, line))
  }

  return function findRow({ pool }: Database, values: Values): Promise<Row | null> {
    return new Promise((resolve, reject) => {
      const line = lines.get(pool) ?? openLine()
      lines.set(pool, line)
      if (line.waiting.size === 0) {
        line.context = new AsyncResource('Lookup')
        if (line.running === 0) setImmediate(answerWaiting, pool, line)
        else line.timer = setTimeout(answerWaiting, LONGEST_WAIT_MS, pool, line)
      }
      const key = JSON.stringify(values)
      const ask = line.waiting.get(key) ?? { values, waiting: [] }
      ask.waiting.push({ resolve, reject })
      line.waiting.set(key, ask)
    })
  }
}

function openLine<Values, Row>(): Line<Values, Row> {
  return { waiting: new Map(), running: 0, timer: undefined, context: new AsyncResource('Lookup') }
}

function withoutPosition<Row extends object>({
  position,
  ...row
}: Row & { position: number }): [number, Row] {
  // `Row & { position }` without its position is Row, which the compiler cannot derive.
  return [position, row as unknown as Row]
}
