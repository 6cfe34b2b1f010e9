'use client'

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import Link from 'next/link'
import { useRouter, useSearchParams } from 'next/navigation'
import { useRef, useState } from 'react'
import { useAttachments } from '#web/console/components/attachments/use-attachments.ts'
import { Composer } from '#web/console/components/conversation/composer.tsx'
import { NEW_CHAT, useDraft } from '#web/console/components/conversation/draft.ts'
import { CONVERSATION_TEXTS } from '#web/console/components/conversation/texts.ts'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ClosedSelect } from '#web/console/components/select/closed-select.tsx'
import { useFocusOnArrival } from '#web/console/components/use-focus-on-arrival.ts'
import { useAgents } from '#web/console/queries/agent.ts'
import { usePersonas } from '#web/console/queries/persona.ts'
import { ChoicesSlot } from './components/choices-slot.tsx'
import { StarterQuestions } from './components/starter-questions.tsx'
import { useTurnStore } from './components/turns-provider.tsx'
import { nameFor, useOpenChat } from './hooks.ts'
import { CHAT_TEXTS } from './texts.ts'

const texts = CONVERSATION_TEXTS.composer
const NEUTRAL_PERSONA_ID = 1

/** The composer of a new chat: the first question creates the chat. */
export function NewChatForm() {
  const router = useRouter()
  const turns = useTurnStore()
  const agents = useAgents()
  const open = useOpenChat()
  const [draft, setDraft] = useDraft(NEW_CHAT)
  const [chosenAgent, setChosenAgent] = useState(useSearchParams().get('agent'))
  const [personaId, setPersonaId] = useState(NEUTRAL_PERSONA_ID)
  const input = useRef<HTMLTextAreaElement>(null)
  useFocusOnArrival(input)
  const offered = agents.data?.agents ?? []
  const agentId = (offered.find(({ id }) => id === chosenAgent) ?? offered[0])?.id ?? null

  const attachments = useAttachments(NEW_CHAT, agentId)

  function send(question: string) {
    if (agentId === null || open.isPending) return
    const chat = { name: nameFor(question), agent_id: agentId, persona_id: personaId }
    open.mutate(chat, {
      onSuccess: ({ session_id }) => {
        setDraft('')
        const asked = attachments.take(question)
        void turns.start(session_id, asked.question, asked.images)
        router.push(`/chats/${session_id}`)
      },
    })
  }

  return (
    <Stack gap="md">
      {agents.data?.agents.length === 0 && <NeedAgent />}
      {open.isError && <ErrorNotice error={open.error} title={CHAT_TEXTS.notSentTitle} />}
      <ChoicesSlot
        field={input}
        value={draft}
        onChange={setDraft}
        target={{ attachments, agentId, onAgent: setChosenAgent }}
      />
      <Composer
        value={draft}
        onChange={setDraft}
        onSend={send}
        inputRef={input}
        isDisabled={agentId === null || open.isPending}
        attachments={attachments}
      >
        <ClosedSelect
          label={texts.agent}
          width={{ base: 120, sm: 180 }}
          disabled={agentId === null}
          options={offered.map(({ id, name }) => ({ value: id, label: name }))}
          value={agentId}
          onChange={setChosenAgent}
        />
        <PersonaSelect value={personaId} onChange={setPersonaId} />
      </Composer>
      {agentId !== null && (
        <StarterQuestions agentId={agentId} attachments={attachments.list} onChoose={send} />
      )}
    </Stack>
  )
}

function PersonaSelect({ value, onChange }: { value: number; onChange: (id: number) => void }) {
  const personas = usePersonas()
  return (
    <ClosedSelect
      label={texts.persona}
      width={{ base: 88, sm: 130 }}
      disabled={!personas.data}
      options={(personas.data?.personas ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
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
