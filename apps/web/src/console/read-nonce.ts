import { headers } from 'next/headers'

/** The nonce of this request's content security policy, as the server shell put it into the request's headers. */
export async function readNonce(): Promise<string | undefined> {
  const policy = (await headers()).get('content-security-policy')
  return policy?.match(/'nonce-([^']+)'/)?.[1]
}
