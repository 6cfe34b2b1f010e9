'use client'

import { Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { ErrorNotice } from '#web/components/error-notice.tsx'
import { Markdown } from '#web/components/markdown/markdown.tsx'
import { Composer } from '#web/features/chats/components/composer.tsx'
import { LiveAnswer } from '#web/features/chats/components/live-answer.tsx'
import { Question } from '#web/features/chats/components/message-view.tsx'
import { splitReasoning } from '#web/features/chats/components/split-reasoning.ts'
import { LiveSteps } from '#web/features/chats/components/step-list.tsx'
import { AGENT_TEXTS as texts } from '../texts.ts'
import { type TryOut, useTryOut } from './use-try-out.ts'

/** A question to the agent as it is saved, beside its form. */
export function TryOutPanel({ agentId }: { agentId: string | null }) {
  return (
    <Paper withBorder radius="lg" p="lg" component="section" aria-label={texts.tryTitle}>
      <Stack>
        <div>
          <Title order={2} size="h4">
            {texts.tryTitle}
          </Title>
          <Text size="sm" c="dimmed">
            {agentId === null ? texts.trySaveFirst : texts.tryLead}
          </Text>
        </div>
        {agentId !== null && <Conversation agentId={agentId} />}
      </Stack>
    </Paper>
  )
}

function Conversation({ agentId }: { agentId: string }) {
  const { tryOut, ask, stop } = useTryOut(agentId)
  const [draft, setDraft] = useState('')

  function send(prompt: string) {
    setDraft('')
    void ask(prompt)
  }

  return (
    <>
      {tryOut && <Exchange tryOut={tryOut} />}
      <Composer
        value={draft}
        onChange={setDraft}
        onSend={send}
        onStop={tryOut?.phase === 'running' ? stop : undefined}
      />
    </>
  )
}

function Exchange({ tryOut }: { tryOut: TryOut }) {
  const { turn } = tryOut
  if (tryOut.phase === 'running') return <LiveAnswer turn={turn} />
  return (
    <>
      <Question text={turn.question} />
      <LiveSteps runId={turn.runId} steps={turn.steps} />
      {tryOut.phase === 'answered' ? (
        <Markdown text={splitReasoning(tryOut.content).text} />
      ) : (
        <ErrorNotice error={tryOut.error} title={texts.tryFailed} />
      )}
    </>
  )
}
