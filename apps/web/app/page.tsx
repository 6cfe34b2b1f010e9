import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { pageServices } from '#web/auth/page-services.ts'
import { readSession } from '#web/auth/read-session.ts'
import { toReturnPath } from '#web/auth/return-path.ts'
import { REFUSAL_COOKIE } from '#web/auth/session-cookies.ts'
import { canHavePasskeys } from '#web/console/features/sign-in/can-have-passkeys.ts'
import { SignInPage } from '#web/console/features/sign-in/detail.tsx'

type Props = { readonly searchParams: Promise<{ readonly next?: string | string[] }> }

/** Shows the sign-in page. Redirects a signed-in user to the page in `next`. */
export default async function Page({ searchParams }: Props) {
  const { next } = await searchParams
  if ((await readSession()) !== null) redirect(toReturnPath(String(next ?? '')))
  const { isOpen, isOpenToAll, identityProvider, origin } = pageServices()
  const refusal = (await cookies()).get(REFUSAL_COOKIE)?.value ?? null
  return (
    <SignInPage
      isOpen={isOpen}
      isOpenToAll={isOpenToAll}
      provider={identityProvider}
      refusal={refusal}
      hasPasskeys={canHavePasskeys(new URL(origin))}
    />
  )
}
