import { availableParallelism, totalmem } from 'node:os'
import type { ChildKind } from './child-command.ts'
import { FairSlots } from './fair-slots.ts'

export type SlotOptions = {
  /** Children at work or kept for an owner at once; 6 to 12 by default, as the memory allows. Spare ones are extra. */
  readonly maxChildren?: number
  /** Children at work for one owner at once; fewer while other owners need them. */
  readonly maxChildrenPerOwner?: number
  /** Files converted at once. A conversion takes up to minutes and must not block statements. */
  readonly maxConversions?: number
  /** Processors that the children share; those of the machine by default. */
  readonly processors?: number
}

/** How many children may work at once. */
export type Slots = {
  readonly maxChildren: number
  /** For each child at work. */
  readonly children: FairSlots
  /** For each conversion, beside that of its child. */
  readonly conversions: FairSlots
}

const TASK_WAIT_MS = 15_000
const CONVERSION_WAIT_MS = 300_000
const CHILDREN_PER_OWNER = 4
const FEWEST_PER_OWNER = 2
const MAX_CONVERSIONS = 4
const WAITING_PER_OWNER = 50
const CONVERSIONS_PER_OWNER = 2

/**
 * Opens the slots of a sandbox. Statements over files and charts only compute, so more of an owner's children than
 * processors would wait for each other, and each holds 100 to 200 MB. An owner has one child for charts per processor and,
 * because a statement reads its file too, one more for statements.
 */
export function openSlots({ processors = availableParallelism(), ...options }: SlotOptions): Slots {
  const maxChildren = options.maxChildren ?? childrenInMemory(totalmem())
  const atMost = (children: number) => Math.min(CHILDREN_PER_OWNER, Math.max(FEWEST_PER_OWNER, children))
  const statements = atMost(processors + 1)
  const ofKind: Partial<Record<ChildKind, number>> = {
    sql: statements,
    sqlite: statements,
    chart: atMost(processors),
  }
  const children = new FairSlots({
    slots: maxChildren,
    slotsPerOwner: options.maxChildrenPerOwner ?? CHILDREN_PER_OWNER,
    slotsPerKind: ofKind,
    waitingPerOwner: WAITING_PER_OWNER,
    waitMs: TASK_WAIT_MS,
    work: 'queries and charts',
  })
  const conversions = new FairSlots({
    slots: options.maxConversions ?? MAX_CONVERSIONS,
    slotsPerOwner: CONVERSIONS_PER_OWNER,
    waitingPerOwner: WAITING_PER_OWNER,
    waitMs: CONVERSION_WAIT_MS,
    work: 'file conversions',
  })
  return { maxChildren, children, conversions }
}

/** A child may take about 1 GiB, and the rest of the service needs as much. */
function childrenInMemory(bytes: number): number {
  return Math.min(12, Math.max(6, Math.floor(bytes / 2 ** 30) - 1))
}
