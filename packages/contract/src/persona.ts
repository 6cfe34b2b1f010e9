import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { data, emptyData } from './envelope.ts'
import { Description, filledText, Name } from './text.ts'

export const PersonaId = z.int().min(1).max(2_147_483_647)

const Persona = z.object({ id: PersonaId, name: z.string(), description: z.string() })
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

/** A persona of the user's own, with what the model is told. */
const OwnPersona = Persona.extend({ instructions: z.string() })

const Fields = z.object({ name: Name, description: Description, instructions: filledText(4_000) })

export const listOwnPersonas = endpoint({
  name: 'persona.listOwn',
  method: 'GET',
  path: null,
  audience: 'person',
  summary: 'List my own personas with their instructions',
  reply: data(z.object({ personas: z.array(OwnPersona) })),
})

export const createPersona = endpoint({
  name: 'persona.create',
  method: 'POST',
  path: null,
  audience: 'person',
  summary: 'Add a persona',
  body: Fields,
  reply: data(OwnPersona),
})

export const updatePersona = endpoint({
  name: 'persona.update',
  method: 'PATCH',
  path: null,
  audience: 'person',
  summary: 'Change one of my personas',
  body: Fields.partial().extend({ id: PersonaId }),
  reply: data(OwnPersona),
})

export const deletePersona = endpoint({
  name: 'persona.delete',
  method: 'DELETE',
  path: null,
  audience: 'person',
  summary: 'Delete one of my personas; sessions that have it answer in the neutral one',
  body: z.object({ id: PersonaId }),
  reply: emptyData,
})
