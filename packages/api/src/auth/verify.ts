import { verifyWallet as endpoint } from '@parley/contract'
import { verifyWallet } from '@parley/core'
import { publicMutation } from '../procedure/implement.ts'
import { presentSignIn } from './present.ts'

export const verify = publicMutation(endpoint, async ({ deps, input, source }) =>
  presentSignIn(await verifyWallet(deps, { ...input, source: source ?? null })),
)
