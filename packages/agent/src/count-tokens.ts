/** Tokens of a message beyond its text: role, separators, and a placeholder where an answer is missing. */
export const MESSAGE_TOKENS = 12

const OTHER_THAN_ASCII = /\P{ASCII}/u

/**
 * Estimates the tokens of a text without a vendor's tokenizer: four ASCII characters are one token, every
 * other character is one. The estimate is within a fifth for English and code, too high for other scripts,
 * and never far too low.
 */
export function countTokens(text: string): number {
  if (!OTHER_THAN_ASCII.test(text)) return Math.ceil(text.length / 4)
  let quarters = 0
  for (let at = 0; at < text.length; at++) quarters += quartersAt(text, at)
  return Math.ceil(quarters / 4)
}

/** Returns the beginning of a text that has at most this many tokens. */
export function takeTokens(text: string, tokens: number): string {
  if (text.length <= tokens) return text
  let quarters = tokens * 4
  for (let at = 0; at < text.length; at++) {
    quarters -= quartersAt(text, at)
    if (quarters < 0) return text.slice(0, at).toWellFormed()
  }
  return text
}

function quartersAt(text: string, at: number): number {
  return text.charCodeAt(at) < 128 ? 1 : 4
}
