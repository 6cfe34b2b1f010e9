'use client'

import type { Evidence, Step } from '@parley/contract'
import { createContext } from 'react'

/** What proves the numbers of an answer. */
export type JudgedNumbers = {
  readonly evidence: Evidence
  /** The steps of a call that stores no run; null where the run is stored. */
  readonly steps: readonly Step[] | null
}

/** What proves the numbers of the answer that is drawn; null for a text whose numbers are not judged. */
export const NumbersContext = createContext<JudgedNumbers | null>(null)
