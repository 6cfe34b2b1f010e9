'use client'

import { Alert, Button, Group, Select, Stack, Text, Title } from '@mantine/core'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { ErrorNotice } from '#web/components/error-notice.tsx'
import { useFocusOnArrival } from '#web/components/use-focus-on-arrival.ts'
import { useAgents } from '#web/features/agents/hooks.ts'
import { usePersonas } from '#web/features/personas/hooks.ts'
import { Composer } from './components/composer.tsx'
import { useTurnStore } from './components/turns-provider.tsx'
import { NEW_CHAT, nameFor, useDraft, useOpenChat } from './hooks.ts'
import { CHAT_TEXTS } from './texts.ts'

const texts = CHAT_TEXTS.composer
const NEUTRAL_PERSONA_ID = 1

/** The composer of a chat that does not exist yet: the first question opens it. */
export function NewChatForm() {
  const router = useRouter()
  const turns = useTurnStore()
  const agents = useAgents()
  const open = useOpenChat()
  const [draft, setDraft] = useDraft(NEW_CHAT)
  const [chosenAgent, setChosenAgent] = useState<string | null>(null)
  const [personaId, setPersonaId] = useState(NEUTRAL_PERSONA_ID)
  const input = useRef<HTMLTextAreaElement>(null)
  useFocusOnArrival(input)
  const agentId = chosenAgent ?? agents.data?.agents[0]?.id ?? null

  function send(question: string) {
    if (agentId === null) return
    const chat = { name: nameFor(question), agent_id: agentId, persona_id: personaId }
    open.mutate(chat, {
      onSuccess: ({ session_id }) => {
        setDraft('')
        void turns.start(session_id, question)
        router.push(`/chats/${session_id}`)
      },
    })
  }

  return (
    <Stack gap="md">
      <NewChatHeading />
      {agents.data?.agents.length === 0 && <NeedAgent />}
      {open.isError && <ErrorNotice error={open.error} title={CHAT_TEXTS.notSentTitle} />}
      <Composer
        value={draft}
        onChange={setDraft}
        onSend={send}
        inputRef={input}
        isDisabled={agentId === null || open.isPending}
      >
        <Select
          aria-label={texts.agent}
          size="xs"
          w={{ base: 136, sm: 180 }}
          allowDeselect={false}
          disabled={agentId === null}
          data={(agents.data?.agents ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={agentId}
          onChange={setChosenAgent}
        />
        <PersonaSelect value={personaId} onChange={setPersonaId} />
      </Composer>
    </Stack>
  )
}

/** What the page is for. */
export function NewChatHeading() {
  return (
    <Stack gap={6}>
      <Title order={1}>{CHAT_TEXTS.newTitle}</Title>
      <Text c="dimmed">{CHAT_TEXTS.newLead}</Text>
    </Stack>
  )
}

function PersonaSelect({ value, onChange }: { value: number; onChange: (id: number) => void }) {
  const personas = usePersonas()
  return (
    <Select
      aria-label={texts.persona}
      size="xs"
      w={{ base: 104, sm: 130 }}
      allowDeselect={false}
      disabled={!personas.data}
      data={(personas.data?.personas ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={personas.data ? String(value) : null}
      onChange={(id) => onChange(Number(id))}
    />
  )
}

function NeedAgent() {
  return (
    <Alert variant="light" title={CHAT_TEXTS.needAgent}>
      <Group justify="space-between">
        <Text size="sm">{CHAT_TEXTS.needAgentText}</Text>
        <Button component={Link} href="/agents" size="xs" variant="default">
          {CHAT_TEXTS.createAgent}
        </Button>
      </Group>
    </Alert>
  )
}
