'use client'

import { Paper, Stack, Text, Title } from '@mantine/core'
import { useCallback, useState } from 'react'
import { Answer } from '#web/console/components/conversation/answer.tsx'
import { Composer } from '#web/console/components/conversation/composer.tsx'
import { Question } from '#web/console/components/conversation/message-view.tsx'
import { QueuedQuestions } from '#web/console/components/conversation/queued-questions.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { AGENT_TEXTS as texts } from '../texts.ts'
import { type TryOut, useTryOut } from './use-try-out.ts'

/** Asks the saved agent a question, beside its form. */
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
  const { tryOut, waiting, ask, stop, sendNext, remove } = useTryOut(agentId)
  const isRunning = tryOut?.phase === 'running'
  const [draft, setDraft] = useState('')

  const send = useCallback(
    (prompt: string) => {
      setDraft('')
      ask(prompt)
    },
    [ask],
  )

  return (
    <>
      {tryOut && <Exchange tryOut={tryOut} />}
      {waiting.length > 0 && (
        <QueuedQuestions questions={waiting} isRunning={isRunning} onSendNext={sendNext} onRemove={remove} />
      )}
      <Composer
        canQueue
        value={draft}
        onChange={setDraft}
        onSend={send}
        onStop={isRunning ? stop : undefined}
      />
    </>
  )
}

function Exchange({ tryOut }: { tryOut: TryOut }) {
  const { turn } = tryOut
  const isOver = tryOut.phase !== 'running'
  const shown = tryOut.phase === 'answered' ? { ...turn, text: tryOut.content } : turn
  return (
    <>
      <Question images={null} text={turn.question} />
      <Answer turn={shown} isOver={isOver} />
      {tryOut.phase === 'failed' && <ErrorNotice error={tryOut.error} title={texts.tryFailed} />}
    </>
  )
}
