import { type Formula, MASK } from './mask-formulas.ts'

type MarkdownNode = {
  type: string
  value?: string
  children?: MarkdownNode[]
  data?: { hName: string; hProperties: Record<string, string> }
}

/** A plugin for remark that turns masked formulas into elements `var`, and gives their source back elsewhere. */
export function placeFormulas(formulas: readonly Formula[]) {
  return (tree: MarkdownNode) => {
    const left = [...formulas]
    placeIn(tree, () => left.shift())
  }
}

type Next = () => Formula | undefined

function placeIn(node: MarkdownNode, next: Next): void {
  if (node.type !== 'text' && node.value !== undefined) node.value = withSources(node.value, next)
  if (!node.children) return
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text' && child.value?.match(MASK)) return splitText(child.value, next)
    placeIn(child, next)
    return [child]
  })
}

/** Gives code its text back. In a fence whose end is still missing, what looks like a formula was masked too. */
function withSources(value: string, next: Next): string {
  return value.replaceAll(MASK, () => next()?.source ?? '')
}

function splitText(value: string, next: Next): MarkdownNode[] {
  const texts = value.split(MASK)
  return texts.flatMap((text, index) => {
    const formula = index === 0 ? undefined : next()
    return [...(formula ? [toElement(formula)] : []), ...(text === '' ? [] : [{ type: 'text', value: text }])]
  })
}

function toElement({ source, tex, isBlock }: Formula): MarkdownNode {
  const hProperties = { dataTex: tex, dataBlock: String(isBlock) }
  return {
    type: 'emphasis',
    children: [{ type: 'text', value: source }],
    data: { hName: 'var', hProperties },
  }
}
