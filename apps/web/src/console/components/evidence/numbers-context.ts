'use client'

import type { Evidence } from '@parley/contract'
import { createContext } from 'react'

/** The evidence of the answer that is drawn; null for a text whose numbers are not judged. */
export const NumbersContext = createContext<Evidence | null>(null)
