import { readNumbers, type WrittenNumber } from './read-numbers.ts'

/** The text that was read last, and its numbers. */
let last: { readonly text: string; readonly numbers: readonly WrittenNumber[] } | null = null

/**
 * Returns the numbers of an answer. Keeps those of the last text: an answer is sought in each whole result and then
 * judged, and reading it takes a third of a judgement.
 */
export function numbersOf(text: string): readonly WrittenNumber[] {
  if (last?.text !== text) last = { text, numbers: readNumbers(text) }
  return last.numbers
}
