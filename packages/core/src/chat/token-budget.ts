/** Maximum tokens of a turn: system message, history and question together, as `countTokens` counts them. */
export const TRANSCRIPT_TOKENS = 24_000
