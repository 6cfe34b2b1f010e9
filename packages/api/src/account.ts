import { OPERATIONS } from '@parley/contract'
import {
  addPasskey,
  addWallet,
  createRecoveryCodes,
  endOtherSessions,
  eraseAccount,
  getAccount,
  removeSignIn,
  startPasskey,
} from '@parley/core'
import { presentAccount } from './present/account.ts'
import { procedures } from './procedure/procedures.ts'

export const account = procedures(OPERATIONS.account, {
  get: async ({ deps, caller }) => presentAccount(await getAccount(deps, caller)),

  addWallet: async ({ deps, caller, input, clientAddress = null }) => ({
    sign_in_id: await addWallet(deps, caller, { ...input, clientAddress }),
  }),

  startPasskey: async ({ deps, caller, input }) => ({
    options: { ...(await startPasskey(deps, caller, input.label)) },
  }),

  addPasskey: async ({ deps, caller, input }) => ({ sign_in_id: await addPasskey(deps, caller, input) }),

  removeSignIn: async ({ deps, caller, input }) => {
    await removeSignIn(deps, caller, input.sign_in_id)
    return {}
  },

  createRecoveryCodes: async ({ deps, caller }) => ({ codes: await createRecoveryCodes(deps, caller) }),

  endOtherSessions: async ({ deps, caller }) => {
    await endOtherSessions(deps, caller)
    return {}
  },

  erase: async ({ deps, caller, input }) => ({
    erasure_id: await eraseAccount(deps, caller, input.user_id),
  }),
})
