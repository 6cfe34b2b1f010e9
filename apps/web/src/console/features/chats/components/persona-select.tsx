'use client'

import { OpenedSelect } from '#web/console/components/select/opened-select.tsx'
import { usePersonas } from '#web/console/queries/persona.ts'
import { useUpdateChat } from '../hooks.ts'
import { CHAT_TEXTS } from '../texts.ts'

type Props = { readonly sessionId: string; readonly personaId: number }

/** Selects another persona for a chat. It is open at first, because a click on it loaded its script. */
export function PersonaSelect({ sessionId, personaId }: Props) {
  const personas = usePersonas()
  const update = useUpdateChat(sessionId)
  return (
    <OpenedSelect
      label={CHAT_TEXTS.switchPersona}
      width={130}
      isOpen
      disabled={update.isPending}
      options={(personas.data?.personas ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(personaId)}
      onChange={(chosen) => chosen && update.mutate({ session_id: sessionId, persona_id: Number(chosen) })}
    />
  )
}
