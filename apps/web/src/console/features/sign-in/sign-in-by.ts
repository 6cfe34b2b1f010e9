import { signIn } from 'next-auth/react'
import { SIGN_IN_TEXTS } from './texts.ts'

/** The kind of a proof and its fields, as the sign-in library sends them. */
export type SignInFields = { readonly by: string } & Readonly<Record<string, string>>

/** Exchanges a proof for a session cookie. Throws an Error whose message is a sentence for the user. */
export async function signInBy(fields: SignInFields): Promise<void> {
  const result = await signIn('credentials', { redirect: false, ...fields })
  if (!result?.ok) throw new Error(sentenceOf(result?.error))
}

/** The library passes a sentence of the service on, and names its own failures in one word. */
function sentenceOf(error: string | null | undefined): string {
  return error?.includes(' ') ? error : SIGN_IN_TEXTS.refused
}
