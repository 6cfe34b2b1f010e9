import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { data, messageOnly } from './envelope.ts'
import { InvitationToken } from './invitation.ts'
import { LIMITS } from './limits.ts'
import { ParleyUuid } from './user.ts'

/** A wallet address in any letter case. The use case checks its checksum. */
const WalletAddress = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hexadecimal digits')
  .meta({
    description: 'The address of a wallet, in any letter case.',
    examples: ['0x52908400098527886E0F7030069857D2E4169EE7'],
  })

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
      signature: z
        .string()
        .max(LIMITS.signatureLength)
        .regex(/^0x(?:[0-9a-fA-F]{2})+$/, 'must be 0x and hexadecimal bytes')
        .meta({ description: 'The signature over the nonce.', examples: ['0x00'] }),
      invitation: InvitationToken.optional().describe(
        'An addition: the token of an invitation, for a person without an account.',
      ),
    }),
    failures: [403],
    reply: data(
      z.object({
        access_token: z.string().describe('The bearer token of further calls.'),
        parley_uuid: ParleyUuid,
      }),
    ),
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
