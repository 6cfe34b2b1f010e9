import { getChallenge } from '@parley/contract'
import { createChallenge } from '@parley/core'
import { publicQuery } from '../procedure/implement.ts'

export const challenge = publicQuery(getChallenge, async ({ deps, input, source }) => ({
  nonce: await createChallenge(deps, { wallet: input.wallet, source: source ?? null }),
}))
