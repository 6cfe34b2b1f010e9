import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { pageServices, type SignedInUser } from './page-services.ts'
import { sessionCookieName } from './session-cookies.ts'

/** Who is signed in on this request; null when nobody is. */
export const readSession = cache(async (): Promise<SignedInUser | null> => {
  const { origin, findUser } = pageServices()
  const token = (await cookies()).get(sessionCookieName(origin))?.value
  return token ? findUser(token) : null
})

/** Who is signed in; sends everybody else to the front page. */
export async function requireSession(): Promise<SignedInUser> {
  return (await readSession()) ?? redirect('/')
}
