/**
 * Splits Markdown into blocks that are drawn separately, so that a growing answer redraws only its last
 * block. Splits at empty lines outside code fences, unless the next line continues a list or an indented
 * block. Text that defines link targets or footnotes stays whole, because those apply to all blocks.
 */
export function splitBlocks(markdown: string): string[] {
  if (/^ {0,3}\[[^\]]+\]:/m.test(markdown)) return [markdown]
  const blocks: string[] = []
  let block: string[] = []
  let fence: string | null = null
  let isAfterEmpty = false

  for (const line of markdown.split('\n')) {
    if (fence === null && isAfterEmpty && !continues(block, line)) {
      blocks.push(block.join('\n'))
      block = []
    }
    block.push(line)
    fence = fenceAfter(fence, line)
    isAfterEmpty = line.trim() === ''
  }
  blocks.push(block.join('\n'))
  return blocks.filter((text) => text.trim() !== '')
}

function continues(block: readonly string[], line: string): boolean {
  if (line.trim() === '' || /^\s/.test(line)) return true
  return isListItem(line) && isListItem(block.find((earlier) => earlier.trim() !== '') ?? '')
}

function isListItem(line: string): boolean {
  return /^(?:[-*+]|\d{1,9}[.)])\s/.test(line)
}

/** The open fence after a line: opened by three or more of a mark, closed by at least as many. */
function fenceAfter(open: string | null, line: string): string | null {
  const mark = line.match(/^ {0,3}(`{3,}|~{3,})/)?.[1]
  if (mark === undefined) return open
  if (open === null) return mark
  const isClosing = mark.startsWith(open) && line.trim() === mark
  return isClosing ? null : open
}
