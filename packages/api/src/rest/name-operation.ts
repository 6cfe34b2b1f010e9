import { matchRoute } from './match-route.ts'

/**
 * The operation a path below `{base_url}` belongs to, by its name in the contract; null for a path or a method that
 * the service does not answer. The names are so few that they may label a metric.
 */
export function nameOperation(method: string, path: string): string | null {
  if (path.startsWith('/artifacts/')) return 'artifact.read'
  if (path.startsWith('/v1/')) return 'openai'
  if (path === '/openapi.json') return 'openapi'
  const match = matchRoute(method === 'HEAD' ? 'GET' : method, path)
  return match.kind === 'found' ? match.endpoint.name : null
}
