import { getChallenge } from '@parley/contract'
import { createChallenge } from '@parley/core'
import { publicQuery } from '../procedure/implement.ts'

export const challenge = publicQuery(getChallenge, async ({ deps, input }) => ({
  nonce: await createChallenge(deps, input.wallet),
}))
