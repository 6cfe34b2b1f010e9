'use client'

import { Select } from '@mantine/core'
import { useAgents } from '#web/console/queries/agent.ts'
import { useUpdateChat } from '../hooks.ts'
import { CHAT_TEXTS } from '../texts.ts'

type Props = { readonly sessionId: string; readonly agentId: string }

/** Selects another agent for a chat. It is open at first, because a click on it loaded its script. */
export function AgentSelect({ sessionId, agentId }: Props) {
  const agents = useAgents()
  const update = useUpdateChat(sessionId)
  return (
    <Select
      aria-label={CHAT_TEXTS.switchAgent}
      size="xs"
      w={{ base: 120, md: 200 }}
      allowDeselect={false}
      defaultDropdownOpened
      autoFocus
      disabled={update.isPending}
      data={(agents.data?.agents ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={agentId}
      onChange={(chosen) => chosen && update.mutate({ session_id: sessionId, agent_id: chosen })}
    />
  )
}
