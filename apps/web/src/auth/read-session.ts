import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { pageServices, type SignedInUser } from './page-services.ts'
import { sessionCookieName } from './session-cookies.ts'

/** Who is signed in on this request; null when nobody is. */
export const readSession = cache(async (): Promise<SignedInUser | null> => {
  const token = await readToken()
  return token ? pageServices().findUser(token) : null
})

/** Whether who is signed in has an agent, so that a page can be right before its script has run. */
export async function readHasAgents(): Promise<boolean> {
  const token = await readToken()
  return token !== undefined && pageServices().hasAgents(token)
}

/** Who is signed in; sends everybody else to the front page. */
export async function requireSession(): Promise<SignedInUser> {
  return (await readSession()) ?? redirect('/')
}

async function readToken(): Promise<string | undefined> {
  return (await cookies()).get(sessionCookieName(pageServices().origin))?.value
}
