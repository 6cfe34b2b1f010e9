'use client'

import { Button, Group, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { Message } from '@parley/contract'
import { IconSelector } from '@tabler/icons-react'
import { useLazyPart } from '#web/components/use-lazy-part.ts'
import { FRAME_TEXTS } from '#web/console/texts.ts'
import { useAgents } from '#web/features/agents/hooks.ts'
import { usePersonas } from '#web/features/personas/hooks.ts'
import { chatName } from '../hooks.ts'
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
  useDocumentTitle(chat ? `${chatName(chat.name)} · ${FRAME_TEXTS.product}` : CHAT_TEXTS.title)
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
        <AgentName chat={chat} />
        <ExportMenu chat={chat} />
        <ChatMenu sessionId={sessionId} name={chat.name} isOpenPage />
      </Group>
    </Group>
  )
}

const importSelect = () => import('./agent-select.tsx').then((module) => module.AgentSelect)

/** The name of the agent; a list of all once it is clicked. */
function AgentName({ chat }: { chat: Chat }) {
  const agents = useAgents()
  const { Part: Select, load } = useLazyPart(importSelect)
  if (Select) return <Select sessionId={chat.session_id} agentId={chat.agent_id} />
  const name = agents.data?.agents.find(({ id }) => id === chat.agent_id)?.name
  return (
    <Button
      variant="default"
      size="xs"
      fw={400}
      w={{ base: 120, sm: 200 }}
      justify="space-between"
      rightSection={<IconSelector size={14} aria-hidden />}
      onClick={load}
    >
      <VisuallyHidden>{CHAT_TEXTS.switchAgent}: </VisuallyHidden>
      {name}
    </Button>
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
