import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { data, messageOnly } from './envelope.ts'

/** A wallet address in any letter case; checked for form here, for sense by the use case. */
const WalletAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hexadecimal digits')

export const getChallenge = endpoint({
  name: 'auth.challenge',
  method: 'GET',
  path: '/auth/challenge',
  audience: 'public',
  summary: 'Get a message to sign with a wallet',
  description:
    'The nonce is a fixed sentence and 64 hexadecimal digits. It can be used once, within five minutes.',
  query: z.object({ wallet: WalletAddress }),
  reply: data(z.object({ nonce: z.string() })),
})

export const verifyWallet = endpoint({
  name: 'auth.verify',
  method: 'POST',
  path: '/auth/verify',
  audience: 'public',
  summary: 'Exchange a signed challenge for an access token',
  description:
    'The signature is an EIP-191 personal message signature of 65 bytes; where the operator names a chain, also one of a contract wallet (ERC-1271, ERC-6492). The token lives 24 hours.',
  body: z.object({
    wallet: WalletAddress,
    signature: z
      .string()
      .max(20_000)
      .regex(/^0x(?:[0-9a-fA-F]{2})+$/, 'must be 0x and hexadecimal bytes'),
  }),
  reply: data(z.object({ access_token: z.string(), parley_uuid: z.uuid() })),
})

export const signOut = endpoint({
  name: 'auth.signOut',
  method: 'POST',
  path: '/auth/sign_out',
  audience: 'person',
  summary: 'Revoke the access token of this request',
  isAddition: true,
  reply: messageOnly,
})
