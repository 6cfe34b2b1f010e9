'use client'

import { Alert, Group, Loader, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { Message } from '@parley/contract'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { CopyButton } from '#web/components/copy-button.tsx'
import { IconAction } from '#web/components/icon-action.tsx'
import { Markdown } from '#web/components/markdown/markdown.tsx'
import { CHAT_TEXTS } from '../texts.ts'
import classes from './message-view.module.css'
import { Reasoning } from './reasoning.tsx'
import { splitReasoning } from './split-reasoning.ts'
import { LiveSteps, StoredSteps } from './step-list.tsx'
import type { RunningTurn } from './turn.ts'

/** Charts bring tables, dialogues and menus along; answers without one need none of that. */
const AnswerCharts = dynamic(() => import('./answer-charts.tsx').then((module) => module.AnswerCharts), {
  ssr: false,
  loading: () => <Skeleton height={460} radius="md" />,
})

type Props = {
  /** The answer under way; nothing once it is stored. */
  readonly turn?: RunningTurn | undefined
  /** The stored answer. */
  readonly message?: Message | undefined
  /** True for a turn whose answer is complete. */
  readonly isOver?: boolean
  /** Asks the question of this answer again; given for the last one. */
  readonly onAskAgain?: (() => void) | undefined
}

/** An answer, under way or stored: one element for both, so that nothing is drawn anew when it is done. */
export function Answer({ turn, message, isOver = false, onAskAgain }: Props) {
  const { reasoning, text } = splitReasoning(turn?.text ?? message?.content ?? '')
  const isLive = turn !== undefined && !isOver
  return (
    <Stack component="article" gap="xs" className={classes.answer} aria-busy={isLive || undefined}>
      <VisuallyHidden>{CHAT_TEXTS.assistant}</VisuallyHidden>
      {turn ? (
        <LiveSteps runId={turn.runId} steps={turn.steps} />
      ) : (
        message?.run_id && <StoredSteps runId={message.run_id} />
      )}
      <Reasoning text={turn?.reasoning || reasoning} isLive={isLive} />
      <Markdown text={text} isGrowing={isLive} />
      {isLive && <Silence turn={turn} text={text} />}
      {message && <AnswerFoot message={message} text={text} onAskAgain={onAskAgain} />}
    </Stack>
  )
}

/** Shown while nothing else of an answer moves. */
function Silence({ turn, text }: { readonly turn: RunningTurn; readonly text: string }) {
  const isSilent = text === '' && turn.steps.every(({ step }) => step !== null)
  if (!isSilent) return null
  return (
    <Group gap={8} role="status">
      <Loader size={16} type="dots" aria-hidden />
      <Text size="sm" c="dimmed">
        {turn.isStopping ? CHAT_TEXTS.composer.stopping : CHAT_TEXTS.working}
      </Text>
    </Group>
  )
}

type FootProps = { readonly message: Message; readonly text: string } & Pick<Props, 'onAskAgain'>

/** The charts of an answer, how it ended, and what can be done with it. */
function AnswerFoot({ message, text, onAskAgain }: FootProps) {
  const { run_id: runId, artifacts, status } = message
  return (
    <>
      {runId && artifacts && artifacts.length > 0 && <AnswerCharts runId={runId} artifacts={artifacts} />}
      {status !== null && status !== 'ok' && <StatusNote status={status} />}
      <Group gap={2} className={classes.actions}>
        <CopyButton value={text} label={CHAT_TEXTS.copyAnswer} isIconOnly />
        {onAskAgain && <IconAction label={CHAT_TEXTS.askAgain} icon={IconRefresh} onClick={onAskAgain} />}
      </Group>
    </>
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
