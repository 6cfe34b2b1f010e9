import { OPERATIONS } from '@parley/contract'
import {
  challengePasskey,
  createChallenge,
  type Deps,
  recordSignIn,
  recover,
  registerPasskey,
  type SignedIn,
  signOut,
  verifyPasskey,
  verifyWallet,
} from '@parley/core'
import { presentSignIn } from './present/auth.ts'
import { procedures } from './procedure/procedures.ts'

export const auth = procedures(OPERATIONS.auth, {
  challenge: async ({ deps, input, clientAddress }) => ({
    nonce: await createChallenge(deps, { wallet: input.wallet, clientAddress: clientAddress ?? null }),
  }),

  verify: ({ deps, input, clientAddress = null }) =>
    record(deps, clientAddress, () => verifyWallet(deps, { ...input, clientAddress })),

  challengePasskey: async ({ deps, input, clientAddress = null }) => {
    const { purpose, label: name = 'Parley' } = input
    return { options: { ...(await challengePasskey(deps, { purpose, name, clientAddress })) } }
  },

  verifyPasskey: ({ deps, input, clientAddress = null }) =>
    record(deps, clientAddress, () => verifyPasskey(deps, { ...input, clientAddress })),

  registerPasskey: ({ deps, input, clientAddress = null }) => {
    const { invitation = null, ...made } = input
    return record(deps, clientAddress, () => registerPasskey(deps, { ...made, invitation, clientAddress }))
  },

  recover: ({ deps, input, clientAddress = null }) =>
    record(deps, clientAddress, () => recover(deps, { ...input, clientAddress })),

  signOut: async ({ deps, caller }) => {
    await signOut(deps, caller)
    return { message: 'Signed out.' }
  },
})

/** Records a sign-in, or its refusal, as an event. */
async function record(deps: Deps, clientAddress: string | null, signIn: () => Promise<SignedIn>) {
  return presentSignIn(await recordSignIn(deps, { door: 'rest', clientAddress }, signIn))
}
