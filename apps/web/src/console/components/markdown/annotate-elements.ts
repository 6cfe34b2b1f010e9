/** An element of the drawn Markdown, as rehype plugins see it. */
type Node = {
  readonly type: string
  readonly tagName?: string
  readonly value?: string
  properties?: Record<string, unknown>
  readonly children?: readonly Node[]
}

const BLOCKS = new Set(['p', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'td', 'th'])

/**
 * A rehype plugin. Gives each block the direction of its first letters, so that Arabic and English stand in one
 * answer, and each box of a task list the text of its task as its name.
 */
export function annotateElements(): (root: Node) => void {
  return (root) => annotate(root, '')
}

function annotate(node: Node, task: string): void {
  const { tagName = '', children = [] } = node
  if (BLOCKS.has(tagName)) node.properties = { ...node.properties, dir: 'auto' }
  if (tagName === 'input') node.properties = { ...node.properties, ariaLabel: task }
  const text = tagName === 'li' ? textIn(node).trim() : task
  for (const child of children) annotate(child, text)
}

function textIn({ value = '', children = [] }: Node): string {
  return children.length > 0 ? children.map(textIn).join('') : value
}
