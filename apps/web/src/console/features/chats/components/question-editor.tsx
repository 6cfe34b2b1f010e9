'use client'

import { Button, Group, Paper, Stack, Textarea } from '@mantine/core'
import { LIMITS } from '@parley/contract/limits'
import { type KeyboardEvent, useState } from 'react'
import { COMPONENT_TEXTS } from '#web/console/components/texts.ts'
import { CHAT_TEXTS } from '../texts.ts'
import { useChatActions } from './chat-actions.ts'

/** Changes a question and asks it in a new branch. Enter sends, Escape closes. */
export function QuestionEditor({ place, text }: { readonly place: number; readonly text: string }) {
  const { edit, askInBranch } = useChatActions()
  const [question, setQuestion] = useState(text)
  const isEmpty = question.trim() === ''

  function send() {
    if (!isEmpty) askInBranch({ place, question: question.trim() })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') edit(null)
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <Paper withBorder radius="lg" p="sm">
      <Stack gap="xs">
        <Textarea
          aria-label={CHAT_TEXTS.editedQuestion}
          autosize
          minRows={1}
          maxRows={10}
          maxLength={LIMITS.promptLength}
          data-autofocus
          autoFocus
          value={question}
          onChange={(event) => setQuestion(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={() => edit(null)}>
            {COMPONENT_TEXTS.cancel}
          </Button>
          <Button size="xs" disabled={isEmpty} onClick={send}>
            {CHAT_TEXTS.askAsBranch}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
