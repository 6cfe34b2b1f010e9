'use client'

import { Box, Button, type ButtonProps, Group, Skeleton, Title, VisuallyHidden } from '@mantine/core'
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
      <Title order={1} size="h5" lineClamp={1} miw={0}>
        {chatName(chat.name)}
      </Title>
      <Group gap={4} wrap="nowrap">
        <PersonaName chat={chat} />
        <AgentName chat={chat} />
        <ExportMenu chat={chat} />
        <ChatMenu sessionId={sessionId} name={chat.name} personaId={chat.persona_id} />
      </Group>
    </Group>
  )
}

const importAgents = () => import('./agent-select.tsx').then((module) => module.AgentSelect)
const importPersonas = () => import('./persona-select.tsx').then((module) => module.PersonaSelect)

/** The name of the agent; a list of all once it is clicked. */
function AgentName({ chat }: { chat: Chat }) {
  const agents = useAgents()
  const { Part: Select, load } = useLazyPart(importAgents)
  if (Select) return <Select sessionId={chat.session_id} agentId={chat.agent_id} />
  const name = agents.data?.agents.find(({ id }) => id === chat.agent_id)?.name
  return <Choice label={CHAT_TEXTS.switchAgent} name={name} width={{ base: 120, md: 200 }} onClick={load} />
}

/** The name of the tone; a list of all once it is clicked. Narrow pages have no room for it: there it is in the menu. */
function PersonaName({ chat }: { chat: Chat }) {
  const personas = usePersonas()
  const { Part: Select, load } = useLazyPart(importPersonas)
  const name = personas.data?.personas.find(({ id }) => id === chat.persona_id)?.name
  return (
    <Box visibleFrom="md">
      {Select ? (
        <Select sessionId={chat.session_id} personaId={chat.persona_id} />
      ) : (
        <Choice label={CHAT_TEXTS.switchPersona} name={name} width={130} onClick={load} />
      )}
    </Box>
  )
}

type ChoiceProps = {
  readonly label: string
  readonly name: string | undefined
  readonly width: ButtonProps['w']
  readonly onClick: () => void
}

/** Looks like the list that takes its place when it is clicked. */
function Choice({ label, name, width, onClick }: ChoiceProps) {
  return (
    <Button
      variant="default"
      size="xs"
      fw={400}
      w={width}
      justify="space-between"
      rightSection={<IconSelector size={14} aria-hidden />}
      onClick={onClick}
    >
      <VisuallyHidden>{label}: </VisuallyHidden>
      {name}
    </Button>
  )
}
