/** The number of a table and its score. */
export type Scored = { readonly id: number; readonly score: number }

/** The numbers of the largest scores above zero, largest first. */
export function largestScores(scores: Float32Array, count: number): Scored[] {
  const best: Scored[] = []
  let smallest = 0
  for (let id = 0; id < scores.length; id++) {
    const score = scores[id] ?? 0
    if (score <= smallest) continue
    const at = best.findIndex((other) => other.score < score)
    best.splice(at < 0 ? best.length : at, 0, { id, score })
    if (best.length > count) best.pop()
    if (best.length === count) smallest = best.at(-1)?.score ?? 0
  }
  return best
}
