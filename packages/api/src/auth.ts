import { OPERATIONS } from '@parley/contract'
import { createChallenge, recordSignIn, signOut, verifyWallet } from '@parley/core'
import { presentSignIn } from './present/auth.ts'
import { procedures } from './procedure/procedures.ts'

export const auth = procedures(OPERATIONS.auth, {
  challenge: async ({ deps, input, clientAddress }) => ({
    nonce: await createChallenge(deps, { wallet: input.wallet, clientAddress: clientAddress ?? null }),
  }),

  verify: async ({ deps, input, clientAddress = null }) => {
    const origin = { door: 'rest', clientAddress } as const
    const proof = { ...input, clientAddress }
    return presentSignIn(await recordSignIn(deps, origin, () => verifyWallet(deps, proof)))
  },

  signOut: async ({ deps, caller }) => {
    await signOut(deps, caller)
    return { message: 'Signed out.' }
  },
})
