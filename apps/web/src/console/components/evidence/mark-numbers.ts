import type { NumberSpan } from '@parley/contract'

/** A number in a block of Markdown. `offset` is from the start of the block, `index` the place among all numbers. */
export type BlockNumber = Pick<NumberSpan, 'offset' | 'length'> & { readonly index: number }

type MarkdownNode = {
  type: string
  value?: string
  children?: MarkdownNode[]
  data?: { hName: string; hProperties: Record<string, string> }
  readonly position?: {
    readonly start: { readonly offset?: number }
    readonly end: { readonly offset?: number }
  }
}

/** Returns the numbers of each block of a text, in the block's own offsets. */
export function numbersOfBlocks(
  text: string,
  { blocks, spans }: { readonly blocks: readonly string[]; readonly spans: readonly NumberSpan[] },
): BlockNumber[][] {
  let from = 0
  let next = 0
  return blocks.map((block) => {
    const start = text.indexOf(block, from)
    from = start + block.length
    const numbers: BlockNumber[] = []
    for (; next < spans.length; next++) {
      const span = spans[next]
      if (!span || span.offset >= from) break
      if (span.offset >= start)
        numbers.push({ offset: span.offset - start, length: span.length, index: next })
    }
    return numbers
  })
}

/** A plugin for remark that turns numbers of texts into elements `mark` with the place of the number. */
export function markNumbers(numbers: readonly BlockNumber[]) {
  return (tree: MarkdownNode) => markIn(tree, numbers)
}

function markIn(node: MarkdownNode, numbers: readonly BlockNumber[]): void {
  if (!node.children) return
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text') return splitText(child, numbers)
    markIn(child, numbers)
    return [child]
  })
}

function splitText(node: MarkdownNode, numbers: readonly BlockNumber[]): MarkdownNode[] {
  const { value = '', position } = node
  const start = position?.start.offset
  const end = position?.end.offset
  if (start === undefined || end === undefined) return [node]
  // Escapes make the source longer than the text, so the places of the numbers in the text are unknown.
  if (end - start !== value.length) return [node]
  const parts: MarkdownNode[] = []
  let from = 0
  for (const { offset, length, index } of numbers) {
    const at = offset - start
    if (at < from || at >= value.length) continue
    const to = Math.min(value.length, at + length)
    if (at > from) parts.push({ type: 'text', value: value.slice(from, at) })
    parts.push(toMark(value.slice(at, to), index))
    from = to
  }
  if (parts.length === 0) return [node]
  return from < value.length ? [...parts, { type: 'text', value: value.slice(from) }] : parts
}

function toMark(value: string, index: number): MarkdownNode {
  const data = { hName: 'mark', hProperties: { dataNumber: String(index) } }
  return { type: 'emphasis', children: [{ type: 'text', value }], data }
}
