import { pageServices } from './auth/page-services.ts'

/**
 * Handles a REST request that reached Next.js. In production the server shell answers these paths first, through the
 * same adapter (`src/shell/handle-rest.ts` calls `handleRequest`, this calls `handleWebRequest` over it).
 */
export function handleRest(request: Request): Promise<Response> {
  return pageServices().handleRest(request)
}
