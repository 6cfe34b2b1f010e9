import { type Database, getPersona, type OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'

type Deps = { readonly db: Database }

export type Persona = {
  readonly id: number
  readonly name: string
  readonly description: string
  /** The instruction that the model receives. */
  readonly instructions: string
}

export type PersonaFields = Omit<Persona, 'id'>

export const DEFAULT_PERSONA_ID = 1

const NEUTRAL: Persona = {
  id: DEFAULT_PERSONA_ID,
  name: 'Neutral',
  description: 'Plain and factual.',
  instructions: 'Answer plainly and factually, in the language of the question.',
}

/** The built-in personas of every user. The ids of users' own personas begin at 1001. */
export const BUILTIN_PERSONAS: readonly Persona[] = [
  NEUTRAL,
  {
    id: 2,
    name: 'Concise',
    description: 'As short as the answer allows.',
    instructions: 'Answer as briefly as the question allows. No introduction, no closing remarks.',
  },
  {
    id: 3,
    name: 'Friendly',
    description: 'Warm and encouraging.',
    instructions: 'Answer in a warm, encouraging tone, without losing precision.',
  },
  {
    id: 4,
    name: 'Analyst',
    description: 'Figures first, with their source and limits.',
    instructions:
      'Lead with the figures. Say which data they come from, how they were computed and what limits them. Point out what stands out.',
  },
  {
    id: 5,
    name: 'Teacher',
    description: 'Explains step by step.',
    instructions:
      'Explain step by step, define terms when they first appear, and end with the main point in one sentence.',
  },
]

/** Finds a built-in persona or one of the owner's. Throws `invalid_request` for an unknown id. */
export async function requirePersona(deps: Deps, owner: OwnerId, personaId: number): Promise<Persona> {
  const persona =
    BUILTIN_PERSONAS.find(({ id }) => id === personaId) ?? (await getPersona(deps.db, owner, personaId))
  if (!persona)
    throw new AppError('invalid_request', `There is no persona ${personaId}; GET /persona lists them.`)
  return persona
}

/** Returns the persona of a session, or the neutral one when the owner has deleted it. */
export async function findPersona(deps: Deps, owner: OwnerId, personaId: number): Promise<Persona> {
  const builtin = BUILTIN_PERSONAS.find(({ id }) => id === personaId)
  return builtin ?? (await getPersona(deps.db, owner, personaId)) ?? NEUTRAL
}

/** The failure of a caller who changes a persona that is missing, built in or another user's. */
export function missingPersona(): AppError {
  return new AppError('not_found', 'There is no persona with this id among yours.')
}
