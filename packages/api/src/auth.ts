import { OPERATIONS } from '@parley/contract'
import { createChallenge, signOut, verifyWallet } from '@parley/core'
import { presentSignIn } from './present/auth.ts'
import { procedures } from './procedure/procedures.ts'

export const auth = procedures(OPERATIONS.auth, {
  challenge: async ({ deps, input, clientAddress }) => ({
    nonce: await createChallenge(deps, { wallet: input.wallet, clientAddress: clientAddress ?? null }),
  }),

  verify: async ({ deps, input, clientAddress }) =>
    presentSignIn(await verifyWallet(deps, { ...input, clientAddress: clientAddress ?? null })),

  signOut: async ({ deps, caller }) => {
    await signOut(deps, caller)
    return { message: 'Signed out.' }
  },
})
