'use client'

import { Loader, Text } from '@mantine/core'
import type { Message } from '@parley/contract'
import { useEffect } from 'react'
import type { Images } from '#web/console/components/attachments/images.ts'
import { FailureCard } from '#web/console/components/conversation/failure-card.tsx'
import { Question } from '#web/console/components/conversation/message-view.tsx'
import type { FailedTurn, Turn } from '#web/console/components/conversation/turn.ts'
import { lazyPart } from '#web/console/components/lazy-part.tsx'
import { sentenceOf } from '#web/console/components/sentence-of.ts'
import { CHAT_TEXTS } from '../texts.ts'
import { isFailureInHistory } from './is-failure-in-history.ts'
import { keptSuggestions } from './kept-suggestions.ts'
import { Suggestions } from './suggestions.tsx'

/** Loaded on demand: below the history are only the waiting calls of an answer that another page receives. */
const WaitingApprovals = lazyPart(() =>
  import('./waiting-approvals.tsx').then((module) => module.WaitingApprovals),
)

type LatestProps = {
  readonly sessionId: string
  readonly turn: Turn | null
  readonly messages: readonly Message[]
  readonly onEdit: (question: string, images: Images) => void
  readonly onAsk: (question: string, images?: Images) => void
  readonly onDismiss: () => void
  /** Scrolls to the end of the page. */
  readonly onShow: () => void
}

/** The part after the history: a failure, or suggested questions. */
export function Latest({ sessionId, turn, messages, onEdit, onAsk, onDismiss, onShow }: LatestProps) {
  const last = messages.at(-1)
  const isPending = last?.role === 'user'
  const hasFailed = turn?.phase === 'failed'
  // The history shows the failure of a question that it contains.
  const isShown = hasFailed && isFailureInHistory(messages, turn)
  useEffect(() => {
    if (hasFailed) onShow()
  }, [hasFailed, onShow])
  return (
    <>
      {isPending && <WaitingApprovals sessionId={sessionId} />}
      {isPending && (
        <Text size="sm" c="dimmed" role="status">
          <Loader size={14} mr={8} aria-hidden /> {CHAT_TEXTS.pending}
        </Text>
      )}
      {hasFailed && !isShown && (
        <Failure
          turn={turn}
          onTryAgain={() => onAsk(turn.question, turn.images)}
          onEdit={() => {
            onDismiss()
            onEdit(turn.question, turn.images)
          }}
        />
      )}
      {turn?.phase === 'answered' && <Suggestions suggestions={turn.suggestions} onChoose={onAsk} />}
      {(turn === null || isShown) && (
        <Suggestions suggestions={keptSuggestions(sessionId, last)} onChoose={onAsk} />
      )}
    </>
  )
}

type FailureProps = {
  readonly turn: FailedTurn
  readonly onTryAgain: () => void
  readonly onEdit: () => void
}

/** A question that the history does not have, and why. */
function Failure({ turn, ...actions }: FailureProps) {
  return (
    <>
      <Question text={turn.question} images={turn.images} />
      <FailureCard
        title={turn.wasSent ? CHAT_TEXTS.failedTitle : CHAT_TEXTS.notSentTitle}
        reason={sentenceOf(turn.error)}
        {...actions}
      />
    </>
  )
}
