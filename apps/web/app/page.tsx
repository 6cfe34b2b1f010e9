import { redirect } from 'next/navigation'
import { readSession } from '#web/auth/read-session.ts'
import { toReturnPath } from '#web/auth/return-path.ts'
import { SignInPage } from '#web/console/features/sign-in/detail.tsx'

type Props = { readonly searchParams: Promise<{ readonly next?: string | string[] }> }

/** The sign-in page; with a session, the page that `next` names. */
export default async function Page({ searchParams }: Props) {
  const { next } = await searchParams
  if ((await readSession()) !== null) redirect(toReturnPath(String(next ?? '')))
  return <SignInPage />
}
