import { SIGN_IN_TEXTS } from './texts.ts'

/** The kind of a proof and its fields, as the sign-in library sends them. */
export type SignInFields = { readonly by: string } & Readonly<Record<string, string>>

/** Exchanges a proof for a session cookie. Throws an Error whose message is a sentence for the user. */
export async function signInBy(fields: SignInFields): Promise<void> {
  const { signIn } = await importLibrary()
  const result = await signIn('credentials', { redirect: false, ...fields })
  if (!result?.ok) throw new Error(sentenceOf(result?.error))
}

/** Loads the sign-in library with the first sign-in: its 32 KB are not part of the front page. */
async function importLibrary() {
  try {
    return await import('next-auth/react')
  } catch {
    throw new Error(SIGN_IN_TEXTS.unreachable)
  }
}

/** The library passes a sentence of the service on, and names its own failures in one word. */
function sentenceOf(error: string | null | undefined): string {
  return error?.includes(' ') ? error : SIGN_IN_TEXTS.refused
}
