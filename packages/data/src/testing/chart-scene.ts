import type { JsonObject } from '@parley/domain'
import { parse, View } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import { chartTheme } from '../chart-theme.ts'

/** What a person sees of a chart. */
export type ChartScene = {
  /** How many items each type of mark draws. */
  readonly marks: Readonly<Record<string, number>>
  /** Type and domain by the name of the scale. */
  readonly scales: Readonly<Record<string, { readonly type: string; readonly domain: readonly unknown[] }>>
  /** The texts of axis labels and legend labels, in their order. */
  readonly labels: readonly string[]
}

/** Draws the spec in the output of create_graph with Vega-Lite alone. */
export async function sceneOf({ data }: JsonObject): Promise<ChartScene> {
  const spec: TopLevelSpec = JSON.parse(String(data))
  const { spec: compiled } = compile(spec, { config: chartTheme.light })
  const view = new View(parse(compiled), { renderer: 'none' })
  await view.runAsync()
  const marks: Record<string, number> = {}
  const labels: string[] = []
  const scene: unknown = view.scenegraph()
  walk(Reflect.get(Object(scene), 'root'))
  const scales = (compiled.scales ?? []).map(({ name }) => {
    const scale = view.scale(name)
    return [name, { type: String(scale.type), domain: scale.domain() }] as const
  })
  view.finalize()
  return { marks, scales: Object.fromEntries(scales), labels }

  /** A node of the scene, whose types leave its fields out. */
  function walk(node: object): void {
    const { role = '', marktype = '', items = [] }: SceneNode = node
    if (role === 'mark' && marktype !== 'group') marks[marktype] = (marks[marktype] ?? 0) + items.length
    if (/label$/.test(role)) labels.push(...items.map((item) => String(Reflect.get(item, 'text'))))
    for (const item of items) walk(item)
  }
}

type SceneNode = { readonly role?: string; readonly marktype?: string; readonly items?: readonly object[] }
