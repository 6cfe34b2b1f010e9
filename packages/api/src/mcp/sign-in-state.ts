import { getSignInState as endpoint } from '@parley/contract'
import { getSignInState } from '@parley/core'
import { query } from '../procedure/implement.ts'

export const signInState = query(endpoint, async ({ deps, owner, input }) => ({
  state: await getSignInState(deps, owner, input.q),
}))
