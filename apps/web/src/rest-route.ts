import type { Endpoint } from '@parley/contract'
import { pageServices } from './auth/page-services.ts'

/**
 * The handler of one operation, for the route files below `app/api`. They are the address book of the service: the
 * shell answers their paths before the framework sees them, with the same function that this calls.
 */
export function restRoute(endpoint: Endpoint): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== endpoint.method) return new Response(null, { status: 405 })
    return pageServices().answerRest(request)
  }
}
