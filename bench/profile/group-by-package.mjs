/** @typedef {import('./sample-cpu.mjs').Profile} Profile */

const COLLECTION = 'collection of new objects'
/** Rows of a profile of the service that no package owns. */
const OF_SERVICE = {
  none: 'Node without an owner: microtasks, sockets, timers',
  engine: 'V8 itself',
  web: 'the shell',
}

/** @typedef {typeof OF_SERVICE} RowNames `none` without a package above, `engine` outside of scripts, `web` for `apps/web` */

/**
 * Sums a profile by package. A row is the time in the frames of a package itself and in the frames of Node that work
 * for it: a frame of Node belongs to the nearest frame above it that is in a package. Waiting is left out.
 *
 * @param {Profile} profile
 * @param {RowNames} [names] of the rows that no installed package owns
 * @returns {Map<string, number>} microseconds by package
 */
export function groupByPackage({ nodes, samples, timeDeltas }, names = OF_SERVICE) {
  const owners = ownersOf(nodes, names)
  const sums = new Map()
  for (const [index, id] of samples.entries()) {
    const owner = owners.get(id)
    if (owner !== undefined) sums.set(owner, (sums.get(owner) ?? 0) + Math.max(0, timeDeltas[index] ?? 0))
  }
  return sums
}

/** @param {Profile['nodes']} nodes @param {RowNames} names @returns {Map<number, string>} without the nodes that wait */
function ownersOf(nodes, names) {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const owners = new Map()
  const [root] = nodes
  const open = root ? [{ node: root, above: names.none }] : []
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, above } = next
    const { functionName, url } = node.callFrame
    const owner = special(functionName, names) ?? packageOf(url, names) ?? above
    if (functionName !== '(idle)') owners.set(node.id, owner)
    const inner = functionName === '(root)' ? above : owner
    for (const id of node.children ?? []) {
      const child = byId.get(id)
      if (child) open.push({ node: child, above: inner })
    }
  }
  return owners
}

/** @param {string} functionName @param {RowNames} names @returns {string | undefined} */
function special(functionName, { engine }) {
  if (functionName === '(garbage collector)') return COLLECTION
  return functionName === '(program)' || functionName === '(root)' ? engine : undefined
}

/** @param {string} url @param {RowNames} names @returns {string | undefined} */
function packageOf(url, { web }) {
  const installed = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1]
  if (installed !== undefined) return installed
  const own = /\/packages\/([^/]+)\//.exec(url)?.[1]
  if (own !== undefined) return own
  if (url.includes('/apps/web/')) return web
  return /^node:(?:internal\/)?_?http/.test(url) ? 'Node’s HTTP server' : undefined
}
