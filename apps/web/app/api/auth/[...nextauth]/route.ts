import { ENDPOINTS } from '@parley/contract'
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
  return NextAuth(request, context, authOptions())
}

export { handle as GET, handle as POST }
