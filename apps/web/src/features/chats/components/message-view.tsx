'use client'

import { Alert, Box, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { Message } from '@parley/contract'
import { IconAlertTriangle, IconPencil, IconRefresh } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { memo } from 'react'
import { CopyButton } from '#web/components/copy-button.tsx'
import { IconAction } from '#web/components/icon-action.tsx'
import { Markdown } from '#web/components/markdown/markdown.tsx'
import { CHAT_TEXTS } from '../texts.ts'
import classes from './message-view.module.css'
import { Reasoning } from './reasoning.tsx'
import { splitReasoning } from './split-reasoning.ts'
import { StoredSteps } from './step-list.tsx'

/** Charts bring tables, dialogues and menus along; answers without one need none of that. */
const AnswerCharts = dynamic(() => import('./answer-charts.tsx').then((module) => module.AnswerCharts), {
  ssr: false,
  loading: () => <Skeleton height={460} radius="md" />,
})

type Actions = {
  /** Puts the question into the composer again; given for the last one. */
  readonly onEdit?: ((question: string) => void) | undefined
  /** Asks the question of this answer again; given for the last one. */
  readonly onAskAgain?: (() => void) | undefined
}

/** One message of the history. */
export const MessageView = memo(function MessageView(props: { readonly message: Message } & Actions) {
  const { message, onEdit, onAskAgain } = props
  if (message.role === 'user') return <Question text={message.content} onEdit={onEdit} />
  return <Answer message={message} onAskAgain={onAskAgain} />
})

/** What the person asked, exactly as it was typed. */
export function Question({ text, onEdit }: { readonly text: string } & Pick<Actions, 'onEdit'>) {
  return (
    <Box component="article" className={classes.question}>
      <VisuallyHidden>{CHAT_TEXTS.you}</VisuallyHidden>
      <Text className={classes.bubble}>{text}</Text>
      <Group gap={2} className={classes.actions}>
        <CopyButton value={text} label={CHAT_TEXTS.copyQuestion} isIconOnly />
        {onEdit && (
          <IconAction label={CHAT_TEXTS.editQuestion} icon={IconPencil} onClick={() => onEdit(text)} />
        )}
      </Group>
    </Box>
  )
}

function Answer({ message, onAskAgain }: { readonly message: Message } & Pick<Actions, 'onAskAgain'>) {
  const { reasoning, text } = splitReasoning(message.content)
  const { run_id: runId, artifacts, status } = message
  return (
    <Stack component="article" gap="xs" className={classes.answer}>
      <VisuallyHidden>{CHAT_TEXTS.assistant}</VisuallyHidden>
      {runId && <StoredSteps runId={runId} />}
      <Reasoning text={reasoning} />
      <Markdown text={text} />
      {runId && artifacts && artifacts.length > 0 && <AnswerCharts runId={runId} artifacts={artifacts} />}
      {status !== null && status !== 'ok' && <StatusNote status={status} />}
      <Group gap={2} className={classes.actions}>
        <CopyButton value={text} label={CHAT_TEXTS.copyAnswer} isIconOnly />
        {onAskAgain && <IconAction label={CHAT_TEXTS.askAgain} icon={IconRefresh} onClick={onAskAgain} />}
      </Group>
    </Stack>
  )
}

function StatusNote({ status }: { status: Exclude<NonNullable<Message['status']>, 'ok'> }) {
  const text = CHAT_TEXTS.status[status]
  if (status === 'cancelled') {
    return (
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    )
  }
  return (
    <Alert
      color={status === 'error' ? 'red' : 'yellow'}
      variant="light"
      p="xs"
      icon={<IconAlertTriangle aria-hidden />}
      title={text}
    />
  )
}
