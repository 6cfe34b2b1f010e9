import { getRun as endpoint } from '@parley/contract'
import { getRun } from '@parley/core'
import { query } from '../procedure/implement.ts'
import { presentStep } from './present.ts'

export const get = query(endpoint, async ({ deps, owner, input }) => ({
  steps: (await getRun(deps, owner, input.run_id)).steps.map(presentStep),
}))
