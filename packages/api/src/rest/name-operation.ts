import { matchRoute } from './match-route.ts'

/**
 * Returns the name of the operation of a path below `{base_url}`; null for a path or a method that the
 * service does not have. There are few names, so they can label a metric.
 */
export function nameOperation(method: string, path: string): string | null {
  if (path.startsWith('/artifacts/')) return 'artifact.read'
  if (path.startsWith('/v1/')) return 'openai'
  if (path === '/data_source/export') return 'dataSource.export'
  if (path === '/openapi.json') return 'openapi'
  const match = matchRoute(method === 'HEAD' ? 'GET' : method, path)
  return match.kind === 'found' ? match.endpoint.name : null
}
