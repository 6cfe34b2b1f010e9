import { redirect } from 'next/navigation'
import { readSession } from '#web/auth/read-session.ts'
import { SignInPage } from '#web/features/sign-in/detail.tsx'

/** What this is, and the way in. */
export default async function Page() {
  if ((await readSession()) !== null) redirect('/chats')
  return <SignInPage />
}
