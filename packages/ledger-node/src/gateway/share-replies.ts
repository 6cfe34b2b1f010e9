import { rawMember } from '../rpc/raw-member.ts'
import type { NodeOutcome } from './read-node-reply.ts'

/** How long a reply is reused, unless the height changes before. */
const KEEP_MS = 1000
const MAX_KEPT = 1000
/** Replies about one record are small. A larger one is not stored, so that a thousand of them cannot fill the memory. */
const MAX_KEPT_CHARACTERS = 64 * 1024

/** A call in canonical form: equal calls have equal keys. */
export type KeyedCall = Readonly<{ method: string; params: Readonly<Record<string, string>> }>

type Kept = Readonly<{
  outcome: Promise<NodeOutcome>
  /** The number of its block, counted by this gateway. */
  block: number
  /** Infinite while the call is under way. */
  untilMs: number
}>

/**
 * Shares replies: equal calls at the same time are one call to the node, and a reply is reused for a second, but never
 * after its block. An `emissionInfo` with another height discards all earlier replies. Failures are not stored.
 *
 * @param now a clock in milliseconds
 */
export function shareReplies(
  ask: (call: KeyedCall) => Promise<NodeOutcome>,
  now: () => number,
): (call: KeyedCall) => Promise<NodeOutcome> {
  const kept = new Map<string, Kept>()
  // The number of heights seen; a reply with a lower number is out of date.
  let block = 0
  let height: string | undefined

  function blockOf({ method }: KeyedCall, { kind, member }: NodeOutcome, askedIn: number): number {
    if (method !== 'emissionInfo' || kind === 'error') return askedIn
    const newHeight = rawMember(member, 'currentBlockHeight')
    if (newHeight !== height) block++
    height = newHeight
    return block
  }

  async function askAndKeep(key: string, call: KeyedCall): Promise<NodeOutcome> {
    const askedIn = block
    try {
      const outcome = await ask(call)
      const entry = { outcome: Promise.resolve(outcome), block: blockOf(call, outcome, askedIn) }
      if (isKept(call, outcome)) kept.set(key, { ...entry, untilMs: now() + KEEP_MS })
      else kept.delete(key)
      return outcome
    } catch (error) {
      kept.delete(key)
      throw error
    }
  }

  return (call) => {
    const key = JSON.stringify([call.method, call.params])
    const found = kept.get(key)
    if (found !== undefined && found.block === block && now() < found.untilMs) return found.outcome
    kept.delete(key)
    makeRoom(kept, now())
    const outcome = askAndKeep(key, call)
    kept.set(key, { outcome, block, untilMs: Number.POSITIVE_INFINITY })
    return outcome
  }
}

function isKept({ params }: KeyedCall, { isAnswer, member }: NodeOutcome): boolean {
  const isOfRecord = Object.keys(params).length > 0
  return isAnswer && !(isOfRecord && member.length > MAX_KEPT_CHARACTERS)
}

function makeRoom(kept: Map<string, Kept>, timeMs: number): void {
  if (kept.size < MAX_KEPT) return
  for (const [key, { untilMs }] of kept) if (untilMs <= timeMs) kept.delete(key)
  const [oldest] = kept.keys()
  if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest)
}
