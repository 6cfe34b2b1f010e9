'use client'

import { Group, Select, Skeleton, Text, Title } from '@mantine/core'
import type { Message } from '@parley/contract'
import { useAgents } from '#web/features/agents/hooks.ts'
import { usePersonas } from '#web/features/personas/hooks.ts'
import { chatName, useUpdateChat } from '../hooks.ts'
import { CHAT_TEXTS } from '../texts.ts'
import { ChatMenu } from './chat-menu.tsx'
import classes from './conversation.module.css'
import { ExportMenu } from './export-menu.tsx'

/** A chat as its page has it. */
export type Chat = {
  readonly session_id: string
  readonly name: string
  readonly agent_id: string
  readonly persona_id: number
  readonly messages: readonly Message[]
}

type Props = { readonly sessionId: string; readonly chat: Chat | undefined }

/** Name, agent and tone of a chat, and what can be done with it. */
export function ChatHeader({ sessionId, chat }: Props) {
  if (!chat) {
    return (
      <Group className={classes.header ?? ''} h={53}>
        <Skeleton height={20} width={220} />
      </Group>
    )
  }
  return (
    <Group className={classes.header ?? ''} justify="space-between" wrap="nowrap" gap="sm">
      <Group gap="sm" wrap="nowrap" miw={0}>
        <Title order={1} size="h5" lineClamp={1}>
          {chatName(chat.name)}
        </Title>
        <PersonaName personaId={chat.persona_id} />
      </Group>
      <Group gap={4} wrap="nowrap">
        <AgentSelect chat={chat} />
        <ExportMenu chat={chat} />
        <ChatMenu sessionId={sessionId} name={chat.name} isOpenPage />
      </Group>
    </Group>
  )
}

function AgentSelect({ chat }: { chat: Chat }) {
  const agents = useAgents()
  const update = useUpdateChat(chat.session_id)
  return (
    <Select
      aria-label={CHAT_TEXTS.switchAgent}
      size="xs"
      w={{ base: 120, sm: 200 }}
      allowDeselect={false}
      disabled={!agents.data || update.isPending}
      data={(agents.data?.agents ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={chat.agent_id}
      onChange={(agentId) => agentId && update.mutate({ session_id: chat.session_id, agent_id: agentId })}
    />
  )
}

function PersonaName({ personaId }: { personaId: number }) {
  const personas = usePersonas()
  const persona = personas.data?.personas.find(({ id }) => id === personaId)
  if (!persona) return null
  return (
    <Text size="xs" c="dimmed" visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
      {persona.name}
    </Text>
  )
}
