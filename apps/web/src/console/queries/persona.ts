'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/console/trpc/client.ts'
import { translateSentence } from '#web/language/translate-sentence.ts'

/** The ids of users' own personas begin here. */
const FIRST_OWN_ID = 1001

/** The personas for a chat: the built-in ones, in the language of the page, and the user's own. */
export function usePersonas() {
  const trpc = useTRPC()
  return useQuery({ ...trpc.persona.list.queryOptions({}), select: translateBuiltin })
}

/** The user's own personas with their instructions. */
export function useOwnPersonas() {
  const trpc = useTRPC()
  return useQuery(trpc.persona.listOwn.queryOptions({}))
}

type Personas = {
  readonly personas: { readonly id: number; readonly name: string; readonly description: string }[]
}

function translateBuiltin<List extends Personas>(list: List): List {
  const personas = list.personas.map((persona) => {
    if (persona.id >= FIRST_OWN_ID) return persona
    const { name, description } = persona
    return { ...persona, name: translateSentence(name), description: translateSentence(description) }
  })
  return { ...list, personas }
}
