import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { data, emptyData } from './envelope.ts'
import { LIMITS } from './limits.ts'
import { NextCursor, PAGE_QUERY } from './page.ts'
import { Description, filledText, Name } from './text.ts'

export const PersonaId = z
  .int()
  .min(1)
  .max(LIMITS.integer)
  .meta({ description: 'The id of a persona, the style of replies.', examples: [1] })

const Persona = z
  .object({
    id: PersonaId,
    name: z.string().describe('The name of the persona.'),
    description: z.string().describe('The style of the replies.'),
  })
  .meta({ id: 'Persona', description: 'A style of replies.' })

/** A user's persona with its instructions to the model. */
const OwnPersona = Persona.extend({ instructions: z.string() })

const Fields = z.object({
  name: Name,
  description: Description,
  instructions: filledText(LIMITS.descriptionLength),
})

export const persona = {
  /** List the personas a session can have. */
  list: endpoint({
    name: 'persona.list',
    method: 'GET',
    path: '/persona',
    audience: 'user',
    scopes: ['chat', 'read'],
    summary: 'List the personas a session can have',
    isAddition: true,
    description: 'Without a query: all of them. With one, an addition: a page of them, with next_cursor.',
    query: z.object(PAGE_QUERY),
    reply: data(
      z.object({
        personas: z.array(Persona).describe('The built-in personas and your own.'),
        next_cursor: NextCursor.optional(),
      }),
    ),
  }),

  /** List my own personas with their instructions. */
  listOwn: endpoint({
    name: 'persona.listOwn',
    method: 'GET',
    path: null,
    audience: 'person',
    summary: 'List my own personas with their instructions',
    reply: data(z.object({ personas: z.array(OwnPersona) })),
  }),

  /** Add a persona. */
  create: endpoint({
    name: 'persona.create',
    method: 'POST',
    path: null,
    audience: 'person',
    summary: 'Add a persona',
    body: Fields,
    reply: data(OwnPersona),
  }),

  /** Change one of my personas. */
  update: endpoint({
    name: 'persona.update',
    method: 'PATCH',
    path: null,
    audience: 'person',
    summary: 'Change one of my personas',
    body: Fields.partial().extend({ id: PersonaId }),
    reply: data(OwnPersona),
  }),

  /** Delete one of my personas; its sessions then use the neutral one. */
  delete: endpoint({
    name: 'persona.delete',
    method: 'DELETE',
    path: null,
    audience: 'person',
    summary: 'Delete one of my personas; its sessions then use the neutral one',
    body: z.object({ id: PersonaId }),
    reply: emptyData,
  }),
} as const
