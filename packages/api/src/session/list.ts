import { listSessions as endpoint } from '@parley/contract'
import { listSessions } from '@parley/core'
import { query } from '../procedure/implement.ts'
import { presentSessionListEntry } from './present.ts'

export const list = query(endpoint, async ({ deps, owner }) => ({
  sessions: (await listSessions(deps, owner)).map(presentSessionListEntry),
}))
