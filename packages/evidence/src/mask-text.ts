const PATTERNS: readonly RegExp[] = [
  // Code, links, addresses.
  /`[^`\n]{1,500}`/g,
  /\]\([^)\s]{1,500}\)/g,
  /\b(?:https?|file):\/\/\S{1,500}/g,
  // Identifiers.
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
  // Markers of lists and headings.
  /^[ \t]{0,20}(?:#{1,6} )?\d{1,3}[.)](?= )/gm,
  // Ordinals, and names that end in a number.
  /\b\d{1,9}(?:st|nd|rd|th|er|ère|ème|º|ª)(?!\p{L})/gu,
  /(?:#|№|\b(?:no|nr|step|table|figure|fig|chart|section|chapter|version|release|page|note|schritt|tabelle|étape|paso))\.? ?\d{1,6}(?:\.\d{1,3})*(?![\d%])/gi,
  /第 ?\d{1,9}/g,
  /(?<=^|[^\p{Script=Han}]|[见見如和在由据據参參])(?:图|圖|図|表|步骤|步驟|版本) ?\d{1,6}(?![\d.,]|\s?%)/gmu,
  // Times, versions and network addresses.
  /\b\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:\s?[ap]\.?m\b\.?)?/gi,
  /\bv?\d{1,5}\.\d{1,5}\.\d{1,5}(?:\.\d{1,5})?(?![\d.,]|\s?%)/g,
]

/**
 * Returns a text of the same length in which everything that holds no number of the answer is blank: code, links, list
 * markers, ordinals, times and versions.
 */
export function maskText(text: string): string {
  return PATTERNS.reduce((masked, pattern) => masked.replace(pattern, blank), maskFences(text))
}

function blank(found: string): string {
  // Groups of thousands and dates look like versions.
  if (/^\d{1,3}(?:\.\d{3})+$/.test(found) || /^\d{1,2}\.\d{1,2}\.\d{4}$/.test(found)) return found
  return ' '.repeat(found.length)
}

function maskFences(text: string): string {
  let isInside = false
  const lines = text.split('\n').map((line) => {
    const isFence = /^\s{0,3}(?:```|~~~)/.test(line)
    const isMasked = isInside || isFence
    if (isFence) isInside = !isInside
    return isMasked ? ' '.repeat(line.length) : line
  })
  return lines.join('\n')
}
