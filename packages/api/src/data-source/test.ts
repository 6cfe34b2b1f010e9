import { testDataSource as endpoint } from '@parley/contract'
import { testConnection } from '@parley/core'
import { mutation } from '../procedure/implement.ts'

export const test = mutation(endpoint, async ({ deps, owner, input, signal }) => ({
  message: await testConnection(deps, owner, { connection: input.connection, signal }),
}))
