import { advanceEmission } from '../emission/advance-emission.ts'
import type { EmissionState } from '../emission/emission-state.ts'
import type { Checkpoint } from '../timeline/timeline.ts'
import type { Chain } from './create-chain.ts'

/** Emission after the block of this height: the last checkpoint, advanced over the epochs since. */
export function readEmission({ timeline }: Pick<Chain, 'timeline'>, height: number): EmissionState {
  const checkpoint = checkpointAt(timeline.checkpoints, height)
  const span = { fromHeight: checkpoint.height, toHeight: height }
  return advanceEmission(checkpoint.emission, span).state
}

/** The last checkpoint at or below a height. */
export function checkpointAt(checkpoints: readonly Checkpoint[], height: number): Checkpoint {
  let low = 0
  let high = checkpoints.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if ((checkpoints[middle]?.height ?? 0) <= height) low = middle
    else high = middle - 1
  }
  const found = checkpoints[low]
  if (found === undefined || found.height > height) throw new RangeError(`there is no block ${height}`)
  return found
}
