import { listPersonas as endpoint } from '@parley/contract'
import { listPersonas } from '@parley/core'
import { query } from '../procedure/implement.ts'

export const list = query(endpoint, async ({ deps, owner }) => {
  const personas = await listPersonas(deps, owner)
  return { personas: personas.map(({ id, name, description }) => ({ id, name, description })) }
})
