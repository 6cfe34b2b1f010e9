/** Counts the items that the marks of a Vega scene draw, without axes, legends and titles. */
export function drawnItems(scene: unknown): number {
  const root = readProperty(scene, 'root')
  return countIn(root)
}

function countIn(node: unknown): number {
  const items = readProperty(node, 'items')
  if (!Array.isArray(items)) return 0
  const marktype = readProperty(node, 'marktype')
  const isMark = readProperty(node, 'role') === 'mark' && marktype !== 'group'
  if (isMark) return items.length
  return items.reduce((sum: number, item) => sum + countIn(item), 0)
}

/** The scene is a graph of the library's own classes, which have no types for these fields. */
function readProperty(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
