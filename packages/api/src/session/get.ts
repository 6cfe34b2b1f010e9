import { getSession as endpoint } from '@parley/contract'
import { getSession } from '@parley/core'
import { query } from '../procedure/implement.ts'
import { presentMessage, presentSession } from './present.ts'

export const get = query(endpoint, async ({ deps, owner, input }) => {
  const session = await getSession(deps, owner, input.session_id)
  return { ...presentSession(session), messages: session.messages.map(presentMessage) }
})
