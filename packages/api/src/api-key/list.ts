import { listApiKeys as endpoint } from '@parley/contract'
import { listApiKeys } from '@parley/core'
import { query } from '../procedure/implement.ts'
import { presentApiKey } from './present.ts'

export const list = query(endpoint, async ({ deps, owner }) => ({
  api_keys: (await listApiKeys(deps, owner)).map(presentApiKey),
}))
