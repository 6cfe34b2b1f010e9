import { ENDPOINTS, type Failure } from '@parley/contract'
import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { authOptions } from '#web/auth/auth-options.ts'
import { handleRest } from '#web/handle-rest-route.ts'

type Context = { params: Promise<{ nextauth: string[] }> }

/** The sign-in library handles the paths below /api/auth, except the operations of the contract. */
async function handle(request: NextRequest, context: Context): Promise<Response> {
  const { nextauth } = await context.params
  const path = `/auth/${nextauth.join('/')}`
  if (ENDPOINTS.some((endpoint) => endpoint.path === path)) return handleRest(request)
  return askLibrary(request, context)
}

/**
 * The library fails on bodies, cookies and addresses that it cannot read. These replies get the envelope of the service
 * and remove the address that the library keeps in a cookie.
 */
async function askLibrary(request: NextRequest, context: Context): Promise<Response> {
  try {
    const reply: Response = await NextAuth(request, context, authOptions())
    if (reply.status < 500) return reply
  } catch (error) {
    if (!isUnreadable(error)) throw error
  }
  const message =
    'The sign-in request cannot be read. Check its body and the parameter callbackUrl, and open the sign-in page again.'
  const failure: Failure = { status: 'error', message }
  const headers = new Headers({ 'cache-control': 'no-store', 'x-error-code': 'invalid_request' })
  for (const cookie of FORGET_CALLBACK) headers.append('set-cookie', cookie)
  return Response.json(failure, { status: 400, headers })
}

/** Removes the address of the page to return to. The library's cookie has one name over HTTP and another over HTTPS. */
const FORGET_CALLBACK = [
  'next-auth.callback-url=; Path=/; Max-Age=0; HttpOnly',
  '__Secure-next-auth.callback-url=; Path=/; Max-Age=0; HttpOnly; Secure',
]

/** Whether the library could not parse the request, or the client disconnected before its end. */
function isUnreadable(error: unknown): boolean {
  if (error instanceof SyntaxError || error instanceof TypeError) return true
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
}

export { handle as GET, handle as POST }
