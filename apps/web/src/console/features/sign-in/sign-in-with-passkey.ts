import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { signInBy } from './sign-in-by.ts'
import { SIGN_IN_TEXTS } from './texts.ts'

/** Lets the person choose a passkey and signs in with it. Throws an Error with a sentence for the user. */
export async function signInWithPasskey(): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = (await challenge({ purpose: 'sign_in' })) as PublicKeyCredentialRequestOptionsJSON
  const credential = await startAuthentication({ optionsJSON })
  await signInBy({ by: 'passkey', credential: JSON.stringify(credential) })
}

/** Creates a passkey and an account with it. Throws an Error with a sentence for the user. */
export async function createPasskeyAccount({
  label,
  invitation,
}: {
  readonly label: string
  /** Empty for none. */
  readonly invitation: string
}): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const options = await challenge({ purpose: 'register', label })
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  const credential = await startRegistration({ optionsJSON })
  await signInBy({ by: 'new_passkey', credential: JSON.stringify(credential), label, invitation })
}

async function challenge(body: { readonly purpose: string; readonly label?: string }): Promise<unknown> {
  const response = await fetch('/api/auth/passkey/challenge', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const reply: { readonly data?: { readonly options?: unknown }; readonly message?: string } =
    await response.json()
  if (reply.data?.options) return reply.data.options
  throw new Error(reply.message ?? SIGN_IN_TEXTS.unreachable)
}
