import { ENDPOINTS, type Endpoint, type Method } from '@parley/contract'

type Route = {
  readonly segments: readonly string[]
  readonly endpoints: ReadonlyMap<Method, Endpoint>
}

/** The paths of the service. Paths without placeholders are found by one look-up. */
type Routes = { readonly exact: ReadonlyMap<string, Route>; readonly patterns: readonly Route[] }

export type Match =
  | { readonly kind: 'found'; readonly endpoint: Endpoint; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'wrong_method'; readonly allowed: readonly Method[] }
  | { readonly kind: 'unknown' }

const routes = buildRoutes()

/** Finds the operation of a method and a path. An exact path wins over a matching pattern. */
export function matchRoute(method: string, path: string): Match {
  const exact = routes.exact.get(path)
  if (exact) return pick(exact, method, {})
  const segments = path.split('/')
  for (const route of routes.patterns) {
    const params = readParams(route.segments, segments)
    if (params) return pick(route, method, params)
  }
  return { kind: 'unknown' }
}

/** Builds the table from the contract. */
function buildRoutes(): Routes {
  const byPath = new Map<string, { segments: string[]; endpoints: Map<Method, Endpoint> }>()
  for (const endpoint of ENDPOINTS) {
    if (endpoint.path === null) continue
    const route = byPath.get(endpoint.path) ?? { segments: endpoint.path.split('/'), endpoints: new Map() }
    route.endpoints.set(endpoint.method, endpoint)
    byPath.set(endpoint.path, route)
  }
  const entries = [...byPath]
  return {
    exact: new Map(entries.filter(([path]) => !path.includes('{'))),
    patterns: entries.filter(([path]) => path.includes('{')).map(([, route]) => route),
  }
}

function pick(route: Route, method: string, params: Readonly<Record<string, string>>): Match {
  for (const [allowed, endpoint] of route.endpoints) {
    if (allowed === method) return { kind: 'found', endpoint, params }
  }
  return { kind: 'wrong_method', allowed: [...route.endpoints.keys()] }
}

function readParams(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? ''
    if (part.startsWith('{')) params[part.slice(1, -1)] = decode(segment)
    else if (part !== segment) return null
  }
  return params
}

/** A segment that is not valid percent-encoding stays as it is and fails its schema. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
