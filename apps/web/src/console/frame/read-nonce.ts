import { headers } from 'next/headers'

/**
 * The nonce of this request's content security policy, which the server shell sets in the request's headers.
 */
export async function readNonce(): Promise<string | undefined> {
  const policy = (await headers()).get('content-security-policy')
  return policy?.match(/'nonce-([^']+)'/)?.[1]
}
