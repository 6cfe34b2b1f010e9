'use client'

import { Box, Button, type ButtonProps, Group, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { AgentMark } from '#web/console/components/agent-mark/agent-mark.tsx'
import { chatName } from '#web/console/components/chat-name.ts'
import { lazyPart } from '#web/console/components/lazy-part.tsx'
import { TabTitle } from '#web/console/components/tab-title.tsx'
import { useLazyPart } from '#web/console/components/use-lazy-part.ts'
import { useAgents } from '#web/console/queries/agent.ts'
import { DEMO_MODEL, useModels } from '#web/console/queries/llm-config.ts'
import { usePersonas } from '#web/console/queries/persona.ts'
import { CHAT_TEXTS } from '../texts.ts'
import type { Chat } from './chat.ts'
import { ChatMenu } from './chat-menu.tsx'
import classes from './conversation.module.css'
import { ExportMenu } from './export-menu.tsx'
import { useTurn } from './turns-provider.tsx'

type Props = { readonly sessionId: string; readonly chat: Chat | undefined }

/** Name, agent and persona of a chat, and its menu. */
export function ChatHeader({ sessionId, chat }: Props) {
  if (!chat) {
    return (
      <Group className={classes.header ?? ''} h={53}>
        <Skeleton height={20} width={220} />
      </Group>
    )
  }
  return (
    <Group className={classes.header ?? ''} wrap="nowrap" gap={4}>
      <TabTitle name={chatName(chat.name)} />
      <Group gap="xs" wrap="nowrap" miw={0} flex={1}>
        <ChatAgentMark chat={chat} />
        <Title order={1} size="h5" className={classes.name ?? ''}>
          {chatName(chat.name)}
        </Title>
      </Group>
      <Group gap={4} wrap="nowrap" className={classes.choices ?? ''}>
        <PersonaName chat={chat} />
        <ModelBadge chat={chat} />
        <AgentName chat={chat} />
      </Group>
      <Group gap={4} wrap="nowrap">
        <ExportMenu chat={chat} />
        <ChatMenu sessionId={sessionId} name={chat.name} personaId={chat.persona_id} />
      </Group>
    </Group>
  )
}

/** The agent's icon in its colour, with a ring while it writes an answer. */
function ChatAgentMark({ chat }: { chat: Chat }) {
  const isRunning = useTurn(chat.session_id)?.phase === 'running'
  return <AgentMark agentId={chat.agent_id} running={isRunning && CHAT_TEXTS.running} />
}

/** Loaded on demand, because few agents use the demo model. */
const DemoBadge = lazyPart(() => import('./demo-badge.tsx').then((module) => module.DemoBadge))

const importAgents = () => import('./agent-select.tsx').then((module) => module.AgentSelect)
const importPersonas = () => import('./persona-select.tsx').then((module) => module.PersonaSelect)

/** The name of the agent; a click opens the list of all agents. */
function AgentName({ chat }: { chat: Chat }) {
  const agents = useAgents()
  const { Part: Select, load } = useLazyPart(importAgents)
  if (Select) return <Select sessionId={chat.session_id} agentId={chat.agent_id} />
  const name = agents.data?.agents.find(({ id }) => id === chat.agent_id)?.name
  return <Choice label={CHAT_TEXTS.switchAgent} name={name} width={{ base: 120, md: 200 }} onClick={load} />
}

/** Says that rules write the answers of an agent on the demo model. */
function ModelBadge({ chat }: { chat: Chat }) {
  const agents = useAgents()
  const models = useModels()
  const agent = agents.data?.agents.find(({ id }) => id === chat.agent_id)
  const model = models.data?.find(({ id }) => id === agent?.model_config_id)
  if (model?.model !== DEMO_MODEL) return null
  return <DemoBadge />
}

/**
 * The name of the persona; a click opens the list of all personas. Narrow pages show it in the menu instead.
 */
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

/** Looks like the list that replaces it after a click. */
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
      <Text component="span" inherit truncate>
        {name}
      </Text>
    </Button>
  )
}
