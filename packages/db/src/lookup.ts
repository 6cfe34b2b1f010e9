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
 * Declares a lookup of at most one row: `prepareLookup('name')<Values, Row>(text)`. Lookups of one turn of
 * the event loop share one statement, and equal lookups share one position in it, which saves most of their
 * cost under load. A lookup sees everything that was committed before it was called, so a revocation takes
 * effect at once.
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
  // A batch exists for one turn of the event loop.
  const batches = new WeakMap<Pool, Batch<Values, Row>>()

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
      if (asks.length > 1 && !isAway) for (const ask of asks) void answer(pool, [ask])
      else for (const { waiting } of asks) for (const { reject } of waiting) reject(error)
    }
  }

  return function findRow({ pool }: Database, values: Values): Promise<Row | null> {
    return new Promise((resolve, reject) => {
      const batch = batches.get(pool) ?? new Map<string, Ask<Values, Row>>()
      if (batch.size === 0) {
        batches.set(pool, batch)
        setImmediate(() => {
          batches.delete(pool)
          void answer(pool, [...batch.values()])
        })
      }
      const key = JSON.stringify(values)
      const ask = batch.get(key) ?? { values, waiting: [] }
      ask.waiting.push({ resolve, reject })
      batch.set(key, ask)
    })
  }
}

function withoutPosition<Row extends object>({
  position,
  ...row
}: Row & { position: number }): [number, Row] {
  // `Row & { position }` without its position is Row, which the compiler cannot derive.
  return [position, row as unknown as Row]
}
