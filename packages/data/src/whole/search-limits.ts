import type { SearchLimits } from '@parley/domain'

/** Rows that a search returns, those with most matches first. More than an answer has numbers that are judged. */
export const FOUND_LIMITS = { rows: 600, bytes: 512 * 1024 }

/** Up to a million rows are compared with them. */
export const FILE_LIMITS: SearchLimits = { ranges: 600, texts: 500 }
export const MEMORY_LIMITS: SearchLimits = { ranges: 20_000, texts: 20_000 }
