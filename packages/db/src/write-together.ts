import { isAppError } from '@parley/errors'
import type { Pool } from 'pg'

type Waiting<Item> = {
  readonly item: Item
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Returns a function that writes one item: at once, or in one statement with the items that arrived while earlier
 * ones were being written. Its promise settles once the item is stored, and rejects with what `write` throws for it.
 */
export function writeTogether<Item>(
  mostAtOnce: number,
  write: (pool: Pool, items: readonly Item[]) => Promise<unknown>,
): (pool: Pool, item: Item) => Promise<void> {
  // Items that arrived while others of the same process were being written.
  const queues = new WeakMap<Pool, Waiting<Item>[]>()

  /** Writes the queue until it is empty, then deletes it. */
  async function writeQueue(pool: Pool, queue: Waiting<Item>[]): Promise<void> {
    queues.set(pool, queue)
    while (queue.length > 0) await writeAll(pool, queue.splice(0, mostAtOnce))
    queues.delete(pool)
  }

  async function writeAll(pool: Pool, waiting: readonly Waiting<Item>[]): Promise<void> {
    try {
      await write(
        pool,
        waiting.map(({ item }) => item),
      )
      for (const { resolve } of waiting) resolve()
    } catch (error) {
      // One refused item must not fail the others of its batch.
      const isAway = isAppError(error) && error.code === 'unavailable'
      if (waiting.length > 1 && !isAway) for (const one of waiting) await writeAll(pool, [one])
      else for (const { reject } of waiting) reject(error)
    }
  }

  return (pool, item) =>
    new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject }
      const queue = queues.get(pool)
      if (queue) queue.push(waiting)
      else void writeQueue(pool, [waiting])
    })
}
