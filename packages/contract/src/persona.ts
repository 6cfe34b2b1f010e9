import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { data } from './envelope.ts'

export const PersonaId = z.int().min(1).max(2_147_483_647)

export const Persona = z.object({ id: PersonaId, name: z.string(), description: z.string() })
export type Persona = z.infer<typeof Persona>

export const listPersonas = endpoint({
  name: 'persona.list',
  method: 'GET',
  path: '/persona',
  audience: 'user',
  summary: 'List the personas a session can have',
  isAddition: true,
  reply: data(z.object({ personas: z.array(Persona) })),
})
