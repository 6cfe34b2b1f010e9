import type { JoinLink } from './join-link.ts'
import { type MeasuredKind, measureLink, type ReadCounts } from './measure-link.ts'

/** Remembers what the values say of links between tables. */
export type LinkStore = {
  /** What is known; undefined for a link that was not measured yet. */
  readonly known: (ownerId: string, link: JoinLink) => MeasuredKind | undefined
  /** Counts the values of a link, once for each state of its tables. */
  readonly measure: (ownerId: string, link: JoinLink, read: ReadCounts) => Promise<void>
}

const MOST_REMEMBERED = 20_000

/** Creates the store. It derives from the data alone, so every process keeps its own in memory. */
export function createLinkStore(): LinkStore {
  const measured = new Map<string, MeasuredKind>()
  const pending = new Map<string, Promise<void>>()

  async function measure(key: string, link: JoinLink, read: ReadCounts): Promise<void> {
    const kind = await measureLink(link, read).catch(() => null)
    if (measured.size >= MOST_REMEMBERED) measured.clear()
    measured.set(key, kind)
  }

  return {
    known: (ownerId, link) => measured.get(keyOf(ownerId, link)),
    measure: (ownerId, link, read) => {
      const key = keyOf(ownerId, link)
      const work = pending.get(key) ?? measure(key, link, read).finally(() => pending.delete(key))
      pending.set(key, work)
      return work
    },
  }
}

function keyOf(ownerId: string, { left, right }: JoinLink): string {
  return JSON.stringify([
    ownerId,
    left.state,
    left.table,
    left.columns,
    right.state,
    right.table,
    right.columns,
  ])
}
