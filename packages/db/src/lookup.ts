import { isAppError } from '@parley/errors'
import type { Pool } from 'pg'
import type { Database } from './database.ts'
import { prepare } from './statement.ts'

type Ask<Values, Row> = {
  readonly values: Values
  readonly waiting: {
    readonly resolve: (row: Row | null) => void
    readonly reject: (error: unknown) => void
  }[]
}

type Batch<Values, Row> = Map<string, Ask<Values, Row>>

/**
 * Declares a lookup of at most one row. Lookups that are asked for while the process handles one round of
 * events go to the database together, and the same one only once; under load that is most of their cost.
 * Each is still answered from what is committed after it was asked, so a revocation counts at once.
 *
 * `text` gets one array per value and yields a column `position`, which counts the asked from 1. The function
 * it gives back throws AppError `unavailable` when the database is away.
 */
export function prepareLookup<Values extends (string | number)[], Row extends object>(
  name: string,
  text: string,
) {
  const select = prepare<(string | number | undefined)[][], Row & { position: number }>(name, text)
  // A batch lives for one round of events.
  const batches = new WeakMap<Pool, Batch<Values, Row>>()

  async function answer(pool: Pool, asks: Ask<Values, Row>[]): Promise<void> {
    try {
      const columns = (asks[0]?.values ?? []).map((_, column) => asks.map(({ values }) => values[column]))
      const rows = new Map((await select(pool, columns)).map(withoutPosition))
      for (const [index, { waiting }] of asks.entries()) {
        for (const { resolve } of waiting) resolve(rows.get(index + 1) ?? null)
      }
    } catch (error) {
      // What the database refuses in one lookup must not fail the others that happened to come with it.
      if (asks.length > 1 && !isAppError(error)) for (const ask of asks) void answer(pool, [ask])
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
  // What is left of the sum of Row and a position is Row, which the compiler cannot see.
  return [position, row as unknown as Row]
}
