import type { SearchLimits } from '@parley/domain'

/** The most rows that a search returns, those with most matches first. An answer has fewer numbers that are judged. */
export const FOUND_LIMITS = { rows: 600, bytes: 512 * 1024 }

/** Up to a million rows are compared with these ranges and texts. */
export const FILE_LIMITS: SearchLimits = { ranges: 600, texts: 500 }
export const MEMORY_LIMITS: SearchLimits = { ranges: 20_000, texts: 20_000 }
