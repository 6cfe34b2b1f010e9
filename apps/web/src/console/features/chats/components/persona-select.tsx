'use client'

import { Select } from '@mantine/core'
import { usePersonas } from '#web/console/queries/persona.ts'
import { useUpdateChat } from '../hooks.ts'
import { CHAT_TEXTS } from '../texts.ts'

type Props = { readonly sessionId: string; readonly personaId: number }

/** Selects another persona for a chat. It is open at first, because a click on it loaded its script. */
export function PersonaSelect({ sessionId, personaId }: Props) {
  const personas = usePersonas()
  const update = useUpdateChat(sessionId)
  return (
    <Select
      aria-label={CHAT_TEXTS.switchPersona}
      size="xs"
      w={130}
      allowDeselect={false}
      defaultDropdownOpened
      autoFocus
      disabled={update.isPending}
      data={(personas.data?.personas ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(personaId)}
      onChange={(chosen) => chosen && update.mutate({ session_id: sessionId, persona_id: Number(chosen) })}
    />
  )
}
