/** What a message costs beyond its text: role, separators, and a stand-in answer where one is missing. */
export const MESSAGE_TOKENS = 12

/**
 * About how many tokens a text is, without any vendor's tokenizer: four ASCII characters make one token, every
 * other character is one. English and code come out within a fifth, other scripts too high, never far too low.
 */
export function countTokens(text: string): number {
  let quarters = 0
  for (let at = 0; at < text.length; at++) quarters += text.charCodeAt(at) < 128 ? 1 : 4
  return Math.ceil(quarters / 4)
}

/** The beginning of a text that costs at most so many tokens. */
export function takeTokens(text: string, tokens: number): string {
  let quarters = tokens * 4
  for (let at = 0; at < text.length; at++) {
    quarters -= text.charCodeAt(at) < 128 ? 1 : 4
    if (quarters < 0) return text.slice(0, at).toWellFormed()
  }
  return text
}
