import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { authOptions } from '#web/auth/auth-options.ts'

function answer(request: NextRequest, context: { params: Promise<{ nextauth: string[] }> }) {
  return NextAuth(request, context, authOptions())
}

export { answer as GET, answer as POST }
