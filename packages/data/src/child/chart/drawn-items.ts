/** Counts the items that the marks of a Vega scene draw, without axes, legends and titles. */
export function drawnItems(scene: unknown): number {
  const counts = marksOf(scene).map(({ items }) => items.length)
  return counts.reduce((sum, count) => sum + count, 0)
}

/** A mark of a Vega scene with what it draws, such as the labels of an axis. */
export type SceneMark = { readonly role: string; readonly type: string; readonly items: readonly unknown[] }

/** The marks that draw the data. */
export function marksOf(scene: unknown): SceneMark[] {
  return [...allMarks(readProperty(scene, 'root'))].filter(
    ({ role, type }) => role === 'mark' && type !== 'group',
  )
}

/** The labels of axes, legends and headers: one list for each guide. */
export function labelsOf(scene: unknown): SceneMark[] {
  return [...allMarks(readProperty(scene, 'root'))].filter(
    ({ role, type }) => type === 'text' && /^(axis-label|legend-label)$/.test(role),
  )
}

function* allMarks(node: unknown): Generator<SceneMark, void, void> {
  const items = readProperty(node, 'items')
  if (!Array.isArray(items)) return
  const type = readProperty(node, 'marktype')
  if (typeof type === 'string') yield { role: String(readProperty(node, 'role') ?? ''), type, items }
  for (const item of items) yield* allMarks(item)
}

/** The scene is a graph of the library's own classes, without types for the fields that are read here. */
export function readProperty(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
