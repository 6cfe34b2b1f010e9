import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse, randomLCG, setRandom, View } from 'vega'
import { compile } from 'vega-lite'

/**
 * The marks and scales of a spec, drawn by bare Vega-Lite without any config. `folder` holds the files that its data
 * name; null where it has none.
 */
export async function readScene(spec, { folder }) {
  // Examples that scatter points at random get the same ones.
  setRandom(randomLCG(1))
  const quiet = {
    level: () => quiet,
    error: () => quiet,
    warn: () => quiet,
    info: () => quiet,
    debug: () => quiet,
  }
  const view = new View(parse(compile(spec, { logger: quiet }).spec), {
    loader: loaderOf(folder),
    logger: quiet,
    renderer: 'none',
  })
  try {
    await view.runAsync()
    return { marks: marksOf(view.scenegraph().root), scales: scalesOf(view._runtime) }
  } finally {
    view.finalize()
  }
}

function loaderOf(folder) {
  return {
    load: async (address) => readFile(path.join(folder ?? '', path.basename(address)), 'utf8'),
    sanitize: async (address) => ({ href: address }),
    http: async () => '',
    file: async () => '',
  }
}

/** How many items each type of mark draws. Axes, legends and titles are left out. */
function marksOf(node, counts = {}) {
  if (node.role === 'mark' && node.marktype !== 'group') {
    counts[node.marktype] = (counts[node.marktype] ?? 0) + node.items.length
    return counts
  }
  for (const item of node.items ?? []) marksOf(item, counts)
  return counts
}

/** The type and domain of every scale, those of facets included. */
function scalesOf(context, prefix = '', scales = {}) {
  for (const [name, { value }] of Object.entries(context.scales ?? {})) {
    if (typeof value?.domain === 'function')
      scales[prefix + name] = { type: value.type, domain: value.domain().map(plain) }
  }
  for (const [index, inner] of (context.subcontext ?? []).entries())
    scalesOf(inner, `${prefix}${index}.`, scales)
  return scales
}

function plain(value) {
  if (value instanceof Date) return value.getTime()
  return typeof value === 'number' ? Number(value.toPrecision(9)) : value
}

/** A sentence about the first difference of two scenes; null when there is none. */
export function differenceOf(bare, drawn) {
  const marks = JSON.stringify(sorted(bare.marks))
  if (marks !== JSON.stringify(sorted(drawn.marks)))
    return `marks ${JSON.stringify(sorted(drawn.marks))} in place of ${marks}`
  const names = Object.keys(bare.scales).sort()
  if (names.join() !== Object.keys(drawn.scales).sort().join())
    return `scales ${Object.keys(drawn.scales).sort().join()} in place of ${names.join()}`
  for (const name of names) {
    const [wanted, found] = [bare.scales[name], drawn.scales[name]]
    if (wanted.type !== found.type) return `scale ${name} is ${found.type} in place of ${wanted.type}`
    const [wantedDomain, foundDomain] = [wanted, found].map(({ domain }) => JSON.stringify(domain))
    if (wantedDomain !== foundDomain)
      return `domain of ${name} ${foundDomain.slice(0, 60)} in place of ${wantedDomain.slice(0, 60)}`
  }
  return null
}

function sorted(counts) {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => a.localeCompare(b)))
}
