import { type Database, type EventLink, listUncoveredEvents, readEventCut, readEventSeals } from '@parley/db'
import { hashOfLink, markOfCut } from './event-chain.ts'

type Deps = { readonly db: Database; readonly apiKeyPepper: Uint8Array }

export type EventVerdict = {
  readonly batches: number
  readonly events: number
  /** One sentence each; empty when the chain is whole. */
  readonly problems: readonly string[]
  /** The newest link, to be noted: a chain whose end is cut off later no longer has it. */
  readonly newest: { readonly batch: number; readonly hash: string } | null
}

/** Seals that one statement checks. */
const AT_ONCE = 50
/** Maximum problems that are listed. Further ones would say nothing new. */
const MOST_PROBLEMS = 20

/**
 * Checks the chain of events: that no event was edited or removed, and that none was added without the service.
 * `expected` is a link that was noted before; the chain must still have it.
 */
export async function verifyEvents(
  { db, apiKeyPepper }: Deps,
  expected: { readonly batch: number; readonly hash: string } | null = null,
): Promise<EventVerdict> {
  const cut = await readEventCut(db)
  const problems: string[] = []
  if (cut && !markOfCut(apiKeyPepper, cut).equals(cut.mark))
    problems.push(`The old end of the chain, up to batch ${cut.batch}, was not removed by the service.`)
  let before: EventLink | null = cut
  let isExpectedFound = expected === null || expected.batch <= (cut?.batch ?? 0)
  let [batches, events] = [0, 0]
  for (;;) {
    const seals = await readEventSeals(db, { after: before?.batch ?? 0, limit: AT_ONCE })
    for (const seal of seals) {
      problems.push(...faultsOf(apiKeyPepper, before, seal))
      if (expected?.batch === seal.batch) isExpectedFound = seal.hash.toString('hex') === expected.hash
      before = seal
      batches += 1
      events += seal.found
    }
    if (seals.length < AT_ONCE) break
  }
  if (expected && !isExpectedFound)
    problems.push(`Batch ${expected.batch} is missing or has another hash than the one noted.`)
  const uncovered = await listUncoveredEvents(db, 1)
  if (uncovered.length > 0) problems.push(`Event ${uncovered[0]} is in no batch.`)
  return {
    batches,
    events,
    problems: problems.slice(0, MOST_PROBLEMS),
    newest: before && { batch: before.batch, hash: before.hash.toString('hex') },
  }
}

type Seal = Awaited<ReturnType<typeof readEventSeals>>[number]

function faultsOf(pepper: Uint8Array, before: EventLink | null, seal: Seal): string[] {
  const { batch, hash, eventIds, found, digest } = seal
  if (batch !== (before?.batch ?? 0) + 1) return [`Batch ${batch - 1} is missing.`]
  if (found < eventIds.length) return [`${eventIds.length - found} events of batch ${batch} were removed.`]
  const isWhole = digest !== null && hashOfLink(pepper, { before, eventIds, digest }).equals(hash)
  return isWhole ? [] : [`An event of batch ${batch}, or its seal, was changed.`]
}
