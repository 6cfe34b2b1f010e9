/** What a message costs beyond its text: role, separators, and a stand-in answer where one is missing. */
export const MESSAGE_TOKENS = 12

const OTHER_THAN_ASCII = /\P{ASCII}/u

/**
 * About how many tokens a text is, without any vendor's tokenizer: four ASCII characters make one token, every
 * other character is one. English and code come out within a fifth, other scripts too high, never far too low.
 */
export function countTokens(text: string): number {
  if (!OTHER_THAN_ASCII.test(text)) return Math.ceil(text.length / 4)
  let quarters = 0
  for (let at = 0; at < text.length; at++) quarters += quartersAt(text, at)
  return Math.ceil(quarters / 4)
}

/** The beginning of a text that costs at most so many tokens. */
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
