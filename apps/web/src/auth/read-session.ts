import { cookies, headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { PAGE_PATH_HEADER } from './page-path-header.ts'
import { pageServices, type SignedInUser } from './page-services.ts'
import { signInAddress } from './return-path.ts'
import { sessionCookieName } from './session-cookies.ts'

/** The signed-in user of this request; null without a session. */
export const readSession = cache(async (): Promise<SignedInUser | null> => {
  const token = await readToken()
  return token ? pageServices().findUser(token) : null
})

/**
 * Whether the signed-in user has an agent. Lets the server render the right page before the script has run.
 */
export async function readHasAgents(): Promise<boolean> {
  const token = await readToken()
  return token !== undefined && pageServices().hasAgents(token)
}

/**
 * The signed-in user. Without a session it redirects to the sign-in page, which leads back to the requested
 * page.
 */
export async function requireSession(): Promise<SignedInUser> {
  const session = await readSession()
  if (session) return session
  redirect(signInAddress((await headers()).get(PAGE_PATH_HEADER) ?? '/'))
}

/** The signed-in administrator. For others the page does not exist. */
export async function requireAdministrator(): Promise<SignedInUser> {
  const session = await requireSession()
  if (!session.isAdministrator) notFound()
  return session
}

async function readToken(): Promise<string | undefined> {
  return (await cookies()).get(sessionCookieName(pageServices().origin))?.value
}
