/** Verbs that only connect a figure and its owner. */
const VERBS =
  /^(?:had|lives?|lived|works?|worked|recorded|measured|left|held|stands?|kept|went|flew|departed|placed?|gave|gives?|brings?|brought)$/

/** Whether a verb names nothing in the data, and only connects words that do: "Who works in Berlin?" */
export function isConnectingVerb(word: string): boolean {
  return VERBS.test(word)
}
