import { parse, View } from 'vega'
import { compile } from 'vega-lite'
import { chartTheme } from '../chart-theme.ts'

/** Every drawn item with its place, in the order of drawing; numbers rounded far below a pixel. */
export async function itemsOf(spec: object): Promise<unknown[]> {
  const { spec: compiled } = compile(JSON.parse(JSON.stringify(spec)), { config: chartTheme.light })
  const view = new View(parse(compiled), { renderer: 'none' })
  await view.runAsync()
  const items: unknown[] = []
  const scene: unknown = view.scenegraph()
  walk(Reflect.get(Object(scene), 'root'))
  view.finalize()
  return items

  function walk(node: object): void {
    const { marktype = '', role = '', items: inner = [] }: Node = node
    for (const item of inner) {
      if (marktype !== 'group') items.push([marktype, role, ...SHOWN.map((key) => rounded(item, key))])
      walk(item)
    }
  }
}

type Node = { readonly marktype?: string; readonly role?: string; readonly items?: readonly object[] }
const SHOWN =
  'x y x2 y2 width height size startAngle endAngle fill stroke opacity text shape description'.split(' ')

function rounded(item: object, key: string): unknown {
  const value: unknown = Reflect.get(item, key)
  if (typeof value === 'string') return value.replace(/\.(\d{6})\d+/g, '.$1')
  // A legend's colours are a list of numbers below 1.
  const decimals = typeof value === 'number' ? 1e4 : 1e9
  const round = (_: string, one: unknown) =>
    typeof one === 'number' ? Math.round(one * decimals) / decimals : one
  return value === undefined ? value : JSON.parse(JSON.stringify(value, round))
}
