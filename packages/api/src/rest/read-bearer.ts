import type { RestRequest } from './rest-request.ts'

/** The Bearer value of the Authorization header (RFC 6750 §2.1), the only place REST takes a credential from. */
export function readBearer(request: RestRequest): string | null {
  const match = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i.exec(request.header('authorization') ?? '')
  return match?.[1] ?? null
}
