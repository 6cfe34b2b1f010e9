import { chained, type JoinKind, type JoinLink, type LinkEnd, reversed } from './join-link.ts'

/** A link as a path takes it, from one of its ends to the other. */
export type PathStep = {
  readonly link: JoinLink
  readonly from: LinkEnd
  readonly to: LinkEnd
  readonly kind: JoinKind
}

/** The links that lead from one table to another. */
export type JoinPath = { readonly steps: readonly PathStep[]; readonly kind: JoinKind }

/** Links from one table to another; longer ways are seldom meant. */
const MOST_STEPS = 4

/**
 * The shortest way between each two of the `wanted` tables, those of the best tables first. Two tables that are linked
 * directly get all their links instead. A way that passes a third wanted table is left out, because its parts are
 * there, unless it joins many rows with many.
 */
export function joinPaths(links: readonly JoinLink[], wanted: readonly string[]): JoinPath[] {
  const from = Map.groupBy(links.flatMap(bothWays), (step) => step.from.table)
  return wanted.flatMap((one, at) =>
    wanted.slice(at + 1).flatMap((other) => {
      const direct = (from.get(one) ?? []).filter((step) => step.to.table === other)
      if (direct.length > 0) return direct.map((step) => ({ steps: [step], kind: step.kind }))
      const steps = shortest(from, { one, other })
      if (!steps) return []
      const kind = steps.map((step) => step.kind).reduce(chained)
      const isThroughWanted = steps.slice(1).some((step) => wanted.includes(step.from.table))
      return isThroughWanted && !(kind === 'n:m' && steps.length === 2) ? [] : [{ steps, kind }]
    }),
  )
}

function bothWays(link: JoinLink): PathStep[] {
  const { left, right, kind } = link
  return [
    { link, from: left, to: right, kind },
    { link, from: right, to: left, kind: reversed(kind) },
  ]
}

/** Declared keys come before other links, so of two equally short ways the surer one is found. */
function shortest(
  from: ReadonlyMap<string, readonly PathStep[]>,
  { one, other }: { readonly one: string; readonly other: string },
): PathStep[] | null {
  const seen = new Set([one])
  let ways: PathStep[][] = [[]]
  for (let length = 1; length <= MOST_STEPS; length++) {
    const longer: PathStep[][] = []
    for (const way of ways)
      for (const step of from.get(way.at(-1)?.to.table ?? one) ?? []) {
        if (step.to.table === other) return [...way, step]
        if (seen.has(step.to.table)) continue
        seen.add(step.to.table)
        longer.push([...way, step])
      }
    ways = longer
  }
  return null
}
