/** What a person is typing that a list can complete: `@` and words, or `/` and the beginning of a command. */
export type Typed = {
  readonly kind: 'mention' | 'command'
  /** Where its sign stands in the text. */
  readonly start: number
  /** What follows the sign, in lower case. */
  readonly words: string
}

/** The most characters behind a sign that a list reads. */
const MAX_WORDS = 60

/**
 * Returns the mention or command that ends at the caret, null without one. A command is the whole text. A mention
 * begins after a space or at the start of a line, so that an email address is not a mention.
 */
export function readTyped(text: string, caret: number): Typed | null {
  const before = text.slice(0, caret)
  const command = /^\/([\p{L}-]*)$/u.exec(text)
  if (command) return { kind: 'command', start: 0, words: (command[1] ?? '').toLowerCase() }
  const mention = /(?:^|\s)@((?:[^\s@][^@\n]*)?)$/u.exec(before)
  const words = mention?.[1]
  if (words === undefined || words.length > MAX_WORDS) return null
  return { kind: 'mention', start: caret - words.length - 1, words: words.toLowerCase() }
}

/** Whether a name has all words, each at the beginning of one of the words of the name. Letter case and accents do not count. */
export function hasWords(name: string, words: string): boolean {
  const parts = plain(name).split(/[^\p{L}\p{N}]+/u)
  const wanted = plain(words)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  return wanted.every((word) => parts.some((part) => part.startsWith(word)))
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
