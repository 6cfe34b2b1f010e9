'use client'

import { OpenedSelect } from '#web/console/components/select/opened-select.tsx'
import { useAgents } from '#web/console/queries/agent.ts'
import { useUpdateChat } from '../hooks.ts'
import { CHAT_TEXTS } from '../texts.ts'

type Props = { readonly sessionId: string; readonly agentId: string }

/** Selects another agent for a chat. It is open at first, because a click on it loaded its script. */
export function AgentSelect({ sessionId, agentId }: Props) {
  const agents = useAgents()
  const update = useUpdateChat(sessionId)
  return (
    <OpenedSelect
      label={CHAT_TEXTS.switchAgent}
      width={{ base: 120, md: 200 }}
      isOpen
      disabled={update.isPending}
      options={(agents.data?.agents ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={agentId}
      onChange={(chosen) => chosen && update.mutate({ session_id: sessionId, agent_id: chosen })}
    />
  )
}
