import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { data, messageOnly } from './envelope.ts'
import { InvitationToken } from './invitation.ts'
import { LIMITS } from './limits.ts'
import { ParleyUuid } from './parley-uuid.ts'
import { PASSKEY_EXAMPLE, PasskeyCredential, PasskeyName, PasskeyOptions } from './passkey.ts'
import { text } from './text.ts'

/** A wallet address in any letter case. The use case checks its checksum. */
export const WalletAddress = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hexadecimal digits')
  .meta({
    description: 'The address of a wallet, in any letter case.',
    examples: ['0x52908400098527886E0F7030069857D2E4169EE7'],
  })

const signedIn = data(
  z.object({
    access_token: z.string().describe('The bearer token of further calls.'),
    parley_uuid: ParleyUuid,
  }),
)

/** A signature over a challenge. */
export const Signature = z
  .string()
  .max(LIMITS.signatureLength)
  .regex(/^0x(?:[0-9a-fA-F]{2})+$/, 'must be 0x and hexadecimal bytes')
  .meta({ description: 'The signature over the nonce.', examples: ['0x00'] })

const OptionalInvitation = InvitationToken.optional().describe(
  'An addition: the token of an invitation, for a person without an account.',
)

export const auth = {
  /** Get a message to sign with a wallet. */
  challenge: endpoint({
    name: 'auth.challenge',
    method: 'GET',
    path: '/auth/challenge',
    audience: 'public',
    summary: 'Get a message to sign with a wallet',
    description:
      'The nonce is a fixed sentence and 64 hexadecimal digits. It can be used once, within five minutes.',
    query: z.object({ wallet: WalletAddress }),
    reply: data(z.object({ nonce: z.string().describe('The whole message to sign.') })),
  }),

  /** Exchange a signed challenge for an access token. */
  verify: endpoint({
    name: 'auth.verify',
    method: 'POST',
    path: '/auth/verify',
    audience: 'public',
    summary: 'Exchange a signed challenge for an access token',
    description:
      'The signature is an EIP-191 personal message signature of 65 bytes. When the operator has configured a chain, signatures of contract wallets (ERC-1271, ERC-6492) are valid too. The token is valid for 24 hours.',
    body: z.object({
      wallet: WalletAddress,
      signature: Signature,
      invitation: OptionalInvitation,
    }),
    failures: [403],
    reply: signedIn,
  }),

  /** Get what a browser needs to use or create a passkey. */
  challengePasskey: endpoint({
    name: 'auth.challengePasskey',
    method: 'POST',
    path: '/auth/passkey/challenge',
    audience: 'public',
    summary: 'Get what a browser needs to use or create a passkey',
    description: 'The challenge can be used once, within five minutes.',
    isAddition: true,
    failures: [403],
    example: { purpose: 'sign_in' },
    body: z.object({
      purpose: z
        .enum(['sign_in', 'register'])
        .describe('`sign_in`: use a passkey. `register`: create one for a new account.'),
      label: PasskeyName.optional(),
    }),
    reply: data(z.object({ options: PasskeyOptions })),
  }),

  /** Exchange the signature of a passkey for an access token. */
  verifyPasskey: endpoint({
    name: 'auth.verifyPasskey',
    method: 'POST',
    path: '/auth/passkey/verify',
    audience: 'public',
    summary: 'Exchange the signature of a passkey for an access token',
    description:
      'A passkey whose signature counter did not rise may have been copied, and is refused. The token is valid for 24 hours.',
    isAddition: true,
    failures: [403],
    body: z.object({ credential: PasskeyCredential }),
    example: { credential: PASSKEY_EXAMPLE },
    reply: signedIn,
  }),

  /** Create an account with a new passkey. */
  registerPasskey: endpoint({
    name: 'auth.registerPasskey',
    method: 'POST',
    path: '/auth/passkey/register',
    audience: 'public',
    summary: 'Create an account with a new passkey',
    description: 'The rules of admission decide, as at the first sign-in with a wallet.',
    isAddition: true,
    failures: [403],
    body: z.object({ credential: PasskeyCredential, label: PasskeyName, invitation: OptionalInvitation }),
    example: { credential: PASSKEY_EXAMPLE, label: 'My laptop' },
    reply: signedIn,
  }),

  /** Exchange a recovery code for an access token. */
  recover: endpoint({
    name: 'auth.recover',
    method: 'POST',
    path: '/auth/recover',
    audience: 'public',
    summary: 'Exchange a recovery code for an access token',
    description:
      'The code is used up, and every other session of the account ends. Add a new way to sign in.',
    isAddition: true,
    failures: [403],
    body: z.object({
      code: text(LIMITS.recoveryCodeLength)
        .min(1)
        .meta({ description: 'A recovery code, in any spelling.', examples: ['8F2K-Q0ZT-7WNC-4MXA'] }),
    }),
    reply: signedIn,
  }),

  /** Revoke the access token of this request. */
  signOut: endpoint({
    name: 'auth.signOut',
    method: 'POST',
    path: '/auth/sign_out',
    audience: 'person',
    event: {},
    summary: 'Revoke the access token of this request',
    isAddition: true,
    reply: messageOnly,
  }),
} as const
