const OPEN = '<think>'
const CLOSE = '</think>'

export type Parts = { readonly reasoning: string; readonly text: string }

/**
 * Splits a stored message into the model's reasoning and its answer. The service writes reasoning as one
 * leading block without tags inside; everything else is text. A block that never ends is all reasoning.
 */
export function splitReasoning(content: string): Parts {
  if (!content.startsWith(OPEN)) return { reasoning: '', text: content }
  const end = content.indexOf(CLOSE)
  if (end === -1) return { reasoning: content.slice(OPEN.length).trim(), text: '' }
  return {
    reasoning: content.slice(OPEN.length, end).trim(),
    text: content.slice(end + CLOSE.length).trimStart(),
  }
}
