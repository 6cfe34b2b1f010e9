import * as z from 'zod'
import { Signature, WalletAddress } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { data, emptyData } from './envelope.ts'
import { begunErasure } from './erasure.ts'
import { ParleyUuid } from './parley-uuid.ts'
import { PASSKEY_EXAMPLE, PasskeyCredential, PasskeyName, PasskeyOptions } from './passkey.ts'
import { LocalTimestamp, UtcTimestamp } from './timestamp.ts'
import { Role, SignInMethod, UserId } from './user.ts'

const SignInId = z.uuid().meta({
  description: 'The id of a way to sign in.',
  examples: ['7f8a2c4e-0000-4000-8000-000000000011'],
})

const OwnSignIn = SignInMethod.extend({ sign_in_id: SignInId, created_at: LocalTimestamp }).meta({
  id: 'OwnSignIn',
  description: 'A way to sign in to the account.',
})

const added = data(z.object({ sign_in_id: SignInId }))
const fresh = 'The access token must be of a sign-in in the last ten minutes.'

export const account = {
  /** Read my account and the ways to sign in to it. */
  get: endpoint({
    name: 'account.get',
    method: 'GET',
    path: '/account',
    audience: 'person',
    summary: 'Read my account and the ways to sign in to it',
    isAddition: true,
    reply: data(
      z.object({
        parley_uuid: ParleyUuid,
        user_id: UserId,
        role: Role,
        created_at: LocalTimestamp,
        signed_in_at: UtcTimestamp.describe('When this session began.'),
        sign_ins: z.array(OwnSignIn).describe('The ways to sign in, oldest first.'),
        recovery_codes: z
          .object({
            left: z.int().describe('Codes that were not used.'),
            created_at: LocalTimestamp.nullable().describe('When they were made; null for never.'),
          })
          .describe('The recovery codes, without the codes.'),
        offers_passkeys: z.boolean().describe('Whether browsers offer passkeys for this address.'),
      }),
    ),
  }),

  /** Add a wallet as a way to sign in. */
  addWallet: endpoint({
    name: 'account.addWallet',
    method: 'POST',
    path: '/account/wallet',
    audience: 'person',
    event: { target: 'sign_in_id', about: ['wallet'] },
    summary: 'Add a wallet as a way to sign in',
    description: `Sign a challenge of the wallet, as for a sign-in. \`user_id\` stays as it is. ${fresh}`,
    isAddition: true,
    failures: [409],
    replay: 'nothing',
    body: z.object({ wallet: WalletAddress, signature: Signature }),
    reply: added,
  }),

  /** Get what a browser needs to create a passkey for my account. */
  startPasskey: endpoint({
    name: 'account.startPasskey',
    method: 'POST',
    path: '/account/passkey/start',
    audience: 'person',
    summary: 'Get what a browser needs to create a passkey for my account',
    description: fresh,
    isAddition: true,
    replay: 'nothing',
    body: z.object({ label: PasskeyName }),
    reply: data(z.object({ options: PasskeyOptions })),
  }),

  /** Add a passkey as a way to sign in. */
  addPasskey: endpoint({
    name: 'account.addPasskey',
    method: 'POST',
    path: '/account/passkey',
    audience: 'person',
    event: { target: 'sign_in_id', about: ['label'] },
    summary: 'Add a passkey as a way to sign in',
    description: fresh,
    isAddition: true,
    failures: [409],
    replay: 'nothing',
    body: z.object({ credential: PasskeyCredential, label: PasskeyName }),
    example: { credential: PASSKEY_EXAMPLE, label: 'My laptop' },
    reply: added,
  }),

  /** Remove a way to sign in, except the last one. */
  removeSignIn: endpoint({
    name: 'account.removeSignIn',
    method: 'DELETE',
    path: '/account/sign_in/{sign_in_id}',
    audience: 'person',
    event: { target: 'sign_in_id' },
    summary: 'Remove a way to sign in, except the last one',
    description: `Ends the other sessions of the account. ${fresh}`,
    isAddition: true,
    failures: [409],
    params: z.object({ sign_in_id: SignInId }),
    reply: emptyData,
  }),

  /** Make recovery codes; they are shown only in this reply. */
  createRecoveryCodes: endpoint({
    name: 'account.createRecoveryCodes',
    method: 'POST',
    path: '/account/recovery_codes',
    audience: 'person',
    event: {},
    summary: 'Make recovery codes; they are shown only in this reply',
    description: `Each code signs in once. Codes that were made before stop working. ${fresh}`,
    isAddition: true,
    replay: 'nothing',
    reply: data(
      z.object({
        codes: z.array(z.string()).meta({ description: 'The codes.', examples: [['8F2K-Q0ZT-7WNC-4MXA']] }),
      }),
    ),
  }),

  /** End my other sessions. */
  endOtherSessions: endpoint({
    name: 'account.endOtherSessions',
    method: 'POST',
    path: '/account/end_other_sessions',
    audience: 'person',
    event: {},
    summary: 'End my other sessions',
    description:
      'Access tokens and cookies that were made before stop working, except this one. API keys stay.',
    isAddition: true,
    reply: emptyData,
  }),

  /** Erase my account with all records, and leave a receipt. */
  erase: endpoint({
    name: 'account.erase',
    method: 'POST',
    path: '/account/erase',
    audience: 'person',
    event: {},
    summary: 'Erase my account with all records, and leave a receipt',
    description: `Sessions and API keys are refused from the next request on. Records and files are deleted within seconds; files that a running backup copies, when it ends. This cannot be undone. The last administrator stays. Read the receipt at \`GET /erasure/{erasure_id}\`. ${fresh}`,
    isAddition: true,
    failures: [409],
    replay: 'nothing',
    body: z.object({ user_id: UserId.describe('The `user_id` of the account, to confirm.') }),
    reply: begunErasure,
  }),
} as const
