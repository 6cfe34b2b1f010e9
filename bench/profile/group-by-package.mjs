/** @typedef {import('./sample-cpu.mjs').Profile} Profile */

const COLLECTION = 'collection of new objects'
const NODE = 'Node without an owner: microtasks, sockets, timers'
const V8 = 'V8 itself'

/**
 * Sums a profile by package. A row holds the own time of the frames of a package, and of what Node does for them: a frame of
 * Node belongs to the nearest frame above it that is in a package. Waiting is left out.
 *
 * @param {Profile} profile
 * @returns {Map<string, number>} microseconds by package
 */
export function groupByPackage({ nodes, samples, timeDeltas }) {
  const owners = ownersOf(nodes)
  const sums = new Map()
  for (const [index, id] of samples.entries()) {
    const owner = owners.get(id)
    if (owner !== undefined) sums.set(owner, (sums.get(owner) ?? 0) + Math.max(0, timeDeltas[index] ?? 0))
  }
  return sums
}

/** @param {Profile['nodes']} nodes @returns {Map<number, string>} without the nodes that wait */
function ownersOf(nodes) {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const owners = new Map()
  const [root] = nodes
  const open = root ? [{ node: root, above: NODE }] : []
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, above } = next
    const { functionName, url } = node.callFrame
    const owner = special(functionName) ?? packageOf(url) ?? above
    if (functionName !== '(idle)') owners.set(node.id, owner)
    const inner = functionName === '(root)' ? above : owner
    for (const id of node.children ?? []) {
      const child = byId.get(id)
      if (child) open.push({ node: child, above: inner })
    }
  }
  return owners
}

/** @param {string} functionName @returns {string | undefined} */
function special(functionName) {
  if (functionName === '(garbage collector)') return COLLECTION
  return functionName === '(program)' || functionName === '(root)' ? V8 : undefined
}

/** @param {string} url @returns {string | undefined} */
function packageOf(url) {
  const installed = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1]
  if (installed !== undefined) return installed
  const own = /\/packages\/([^/]+)\//.exec(url)?.[1]
  if (own !== undefined) return own
  if (url.includes('/apps/web/')) return 'the shell'
  return /^node:(?:internal\/)?_?http/.test(url) ? 'Node’s HTTP server' : undefined
}
