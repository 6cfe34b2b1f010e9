'use client'

import { Alert, Box, Group, Loader, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { Message, Step } from '@parley/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useRunEvidence } from '#web/console/queries/run.ts'
import { translateSentence } from '#web/language/translate-sentence.ts'
import { filesOf } from '../artifact-url.ts'
import { CopyButton } from '../copy-button.tsx'
import { NumbersContext } from '../evidence/numbers-context.ts'
import { lazyPart } from '../lazy-part.tsx'
import { Markdown } from '../markdown/markdown.tsx'
import { PartBoundary } from '../part-boundary.tsx'
import { FailureCard } from './failure-card.tsx'
import classes from './message-view.module.css'
import { Reasoning } from './reasoning.tsx'
import { splitReasoning } from './split-reasoning.ts'
import { CONVERSATION_TEXTS } from './texts.ts'
import type { RunningTurn } from './turn.ts'

/** Only answers with judged numbers have evidence. */
const EvidenceBadge = lazyPart(() =>
  import('../evidence/evidence-badge.tsx').then((module) => module.EvidenceBadge),
)

/** An answer without a tool has no steps. The line of stored steps keeps its place while its script loads. */
const StoredSteps = lazyPart(
  () => import('./step-list.tsx').then((module) => module.StoredSteps),
  <Box h={30} />,
)
const LiveSteps = lazyPart(() => import('./step-list.tsx').then((module) => module.LiveSteps))

/** Results load tables, dialogs and menus; answers without a tool do not need them. */
const StoredResults = lazyPart(() => import('./answer-results.tsx').then((module) => module.StoredResults))
const AnswerResults = lazyPart(() => import('./answer-results.tsx').then((module) => module.AnswerResults))

/** The content that the service stores for a failed answer without text. */
const FAILURE_SENTENCE = /^The answer failed: (.*)$/s

type Props = {
  /** The running answer; undefined once it is stored. */
  readonly turn?: RunningTurn | undefined
  /** The stored answer. */
  readonly message?: Message | undefined
  /** True for a turn whose answer is complete. */
  readonly isOver?: boolean
  /** Asks the question of this answer again; set for the last answer only. */
  readonly onAskAgain?: (() => void) | undefined
  /** Edits the question of this answer; set for the last answer only. */
  readonly onEditQuestion?: (() => void) | undefined
  /** The address of the agent's model. */
  readonly modelHref?: string | undefined
  /** Beside the button that copies the answer. */
  readonly tools?: ReactNode
}

/**
 * A running or stored answer. One element for both, so that nothing is redrawn when the answer is complete.
 */
export function Answer({ turn, message, isOver = false, ...actions }: Props) {
  const { reasoning, text: whole } = splitReasoning(turn?.text ?? message?.content ?? '')
  const reason = message?.status === 'error' ? whole.match(FAILURE_SENTENCE)?.[1] : undefined
  const text = reason === undefined ? whole : ''
  const isLive = turn !== undefined && !isOver
  const stored = useRunEvidence(message?.run_id || null)
  const evidence = turn?.evidence ?? stored.data?.evidence ?? null
  const judged = useMemo(
    () => evidence && { evidence, steps: turn && isOver && !message ? stepsOf(turn) : null },
    [evidence, turn, isOver, message],
  )
  return (
    <Stack component="article" gap="xs" className={classes.answer} aria-busy={isLive || undefined}>
      <VisuallyHidden>{CONVERSATION_TEXTS.assistant}</VisuallyHidden>
      <PartBoundary>
        {turn
          ? turn.steps.length > 0 && <LiveSteps runId={turn.runId} steps={turn.steps} />
          : message?.run_id && <StoredSteps runId={message.run_id} />}
      </PartBoundary>
      <Reasoning text={turn?.reasoning || reasoning} isLive={isLive} />
      <NumbersContext value={judged}>
        <Markdown
          text={text}
          isGrowing={isLive}
          inset={
            !isLive && (
              <PartBoundary>
                <Results turn={turn} message={message} text={text} />
              </PartBoundary>
            )
          }
          numbers={evidence?.spans}
        />
      </NumbersContext>
      {evidence && <EvidenceBadge evidence={evidence} />}
      {isLive && <Silence turn={turn} text={text} />}
      {message && <AnswerFoot message={message} text={text} reason={reason} {...actions} />}
    </Stack>
  )
}

type ResultsProps = Pick<Props, 'turn' | 'message'> & { readonly text: string }

/** The results of the tools: read from the stored run, or from the turn of a call that stores nothing. */
function Results({ turn, message, text }: ResultsProps) {
  const hasTable = TABLE.test(text)
  if (message?.run_id)
    return <StoredResults runId={message.run_id} artifacts={message.artifacts ?? []} hasTable={hasTable} />
  const steps = turn ? stepsOf(turn) : []
  if (steps.length === 0) return null
  return <AnswerResults steps={steps} artifacts={steps.flatMap(filesOf)} hasTable={hasTable} />
}

/** The steps that have ended. */
function stepsOf({ steps }: RunningTurn): Step[] {
  return steps.flatMap(({ step }) => step ?? [])
}

/** The line below the headings of a table in Markdown. */
const TABLE = /^ {0,3}\|?[ :|-]*--[ :|-]*$/m

/** Shown while nothing else of an answer changes. */
function Silence({ turn, text }: { readonly turn: RunningTurn; readonly text: string }) {
  const isSilent = text === '' && turn.steps.every(({ step }) => step !== null)
  if (!isSilent) return null
  return (
    <Group gap={8} role="status">
      <Loader size={16} type="dots" aria-hidden />
      <Text size="sm" c="dimmed">
        {turn.isStopping ? CONVERSATION_TEXTS.composer.stopping : CONVERSATION_TEXTS.working}
      </Text>
    </Group>
  )
}

type FootProps = {
  readonly message: Message
  readonly text: string
  /** Why there is no answer. */
  readonly reason: string | undefined
} & Pick<Props, 'onAskAgain' | 'onEditQuestion' | 'modelHref' | 'tools'>

/** The status of an answer, and its actions. */
function AnswerFoot({ message, text, reason, ...actions }: FootProps) {
  const { status } = message
  const { onAskAgain, onEditQuestion, modelHref, tools } = actions
  const isFailure = status === 'error' || status === 'interrupted'
  return (
    <>
      {isFailure && (
        <FailureCard
          title={CONVERSATION_TEXTS.status[status]}
          reason={reason && translateSentence(reason)}
          onTryAgain={onAskAgain}
          onEdit={onEditQuestion}
          modelHref={modelHref}
        />
      )}
      {(status === 'cancelled' || status === 'truncated') && <StatusNote status={status} />}
      {text !== '' && (
        <Group gap={2} className={classes.actions}>
          <CopyButton value={text} label={CONVERSATION_TEXTS.copyAnswer} isIconOnly />
          {tools}
        </Group>
      )}
    </>
  )
}

function StatusNote({ status }: { readonly status: 'cancelled' | 'truncated' }) {
  const text = CONVERSATION_TEXTS.status[status]
  if (status === 'cancelled') {
    return (
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    )
  }
  return <Alert color="yellow" variant="light" p="xs" icon={<IconAlertTriangle aria-hidden />} title={text} />
}
