'use client'

import { Box, Loader, Stack, Text } from '@mantine/core'
import type { Message } from '@parley/contract'
import { IconArrowDown, IconMessageCirclePlus } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { type ReactNode, useCallback, useRef } from 'react'
import { EmptyState } from '#web/components/empty-state.tsx'
import { IconAction } from '#web/components/icon-action.tsx'
import { ListSkeleton } from '#web/components/list-skeleton.tsx'
import { useFocusOnArrival } from '#web/components/use-focus-on-arrival.ts'
import { useDraft } from '../hooks.ts'
import { CHAT_TEXTS } from '../texts.ts'
import { Composer } from './composer.tsx'
import classes from './conversation.module.css'
import { MessageView, Question } from './message-view.tsx'
import { Suggestions } from './suggestions.tsx'
import type { RunningTurn, Turn } from './turn.ts'
import { TurnFailure } from './turn-failure.tsx'
import { useTurn, useTurnStore } from './turns-provider.tsx'
import { useStickToEnd } from './use-stick-to-end.ts'
import { WaitingApprovals } from './waiting-approvals.tsx'

/** Up to here all messages are on the page, where the browser's own search finds them. */
const LONG_HISTORY = 100

const VirtualHistory = dynamic(
  () => import('./virtual-history.tsx').then((module) => module.VirtualHistory),
  { ssr: false, loading: () => <ListSkeleton rows={6} height={120} /> },
)

type Props = { readonly sessionId: string; readonly messages: readonly Message[] }

/** The history, the answer under way and the composer. */
export function Conversation({ sessionId, messages }: Props) {
  const store = useTurnStore()
  const turn = useTurn(sessionId)
  const [draft, setDraft] = useDraft(sessionId)
  const { content, isAtEnd, jump } = useStickToEnd()
  const input = useRef<HTMLTextAreaElement>(null)
  useFocusOnArrival(input)

  const send = useCallback(
    (question: string) => {
      setDraft('')
      jump()
      void store.start(sessionId, question)
    },
    [setDraft, jump, store, sessionId],
  )
  const stop = useCallback(() => store.stop(sessionId), [store, sessionId])
  const edit = useCallback(
    (question: string) => {
      setDraft(question)
      input.current?.focus()
    },
    [setDraft],
  )
  const isRunning = turn?.phase === 'running'

  return (
    <div className={classes.conversation}>
      <Stack ref={content} gap="xl" className={classes.messages} role="log" aria-live="off">
        {messages.length === 0 && turn === null && (
          <EmptyState icon={IconMessageCirclePlus} title={CHAT_TEXTS.empty} text={CHAT_TEXTS.emptyText} />
        )}
        <History
          messages={isRunning ? withoutOpenQuestion(messages) : messages}
          turn={isRunning ? turn : null}
          onEdit={edit}
          onAsk={send}
        />
        {!isRunning && (
          <Latest
            sessionId={sessionId}
            turn={turn}
            messages={messages}
            onEdit={edit}
            onAsk={send}
            onDismiss={() => store.dismiss(sessionId)}
          />
        )}
      </Stack>
      <Dock onJump={isAtEnd ? undefined : jump}>
        <Composer
          value={draft}
          onChange={setDraft}
          onSend={send}
          onStop={isRunning ? stop : undefined}
          isStopping={isRunning && turn.isStopping}
          inputRef={input}
        />
      </Dock>
    </div>
  )
}

type DockProps = {
  /** Given while the end of the page is out of view. */
  readonly onJump: (() => void) | undefined
  readonly children: ReactNode
}

/** What stays at the foot of the page. */
function Dock({ onJump, children }: DockProps) {
  return (
    <Box className={classes.dock}>
      {onJump && (
        <IconAction
          label={CHAT_TEXTS.jumpToEnd}
          icon={IconArrowDown}
          iconSize={18}
          variant="default"
          radius="xl"
          size="lg"
          onClick={onJump}
          className={classes.jump ?? ''}
        />
      )}
      {children}
    </Box>
  )
}

/** While the answer is under way its question may be in the history already; it is shown with the answer. */
function withoutOpenQuestion(messages: readonly Message[]): readonly Message[] {
  return messages.at(-1)?.role === 'user' ? messages.slice(0, -1) : messages
}

type HistoryProps = {
  readonly messages: readonly Message[]
  /** The turn whose answer is under way. */
  readonly turn: RunningTurn | null
  readonly onEdit: (question: string) => void
  readonly onAsk: (question: string) => void
}

/** What was said, and below it what is being said, in the places both will have. */
function History({ messages, turn, onEdit, onAsk }: HistoryProps) {
  const lastQuestion = messages.findLastIndex(({ role }) => role === 'user')
  const question = messages[lastQuestion]?.content
  const isLastAnswer = (index: number) => index === messages.length - 1 && question !== undefined

  function renderMessage(index: number) {
    const message = messages[index]
    if (!message) return null
    return (
      <MessageView
        key={index}
        message={message}
        onEdit={turn === null && index === lastQuestion ? onEdit : undefined}
        onAskAgain={turn === null && isLastAnswer(index) ? () => onAsk(question ?? '') : undefined}
      />
    )
  }

  // A history only grows at its end, so a position is the name of a message.
  const live = turn && [
    <Question key={messages.length} text={turn.question} />,
    <MessageView key={messages.length + 1} turn={turn} />,
  ]
  if (messages.length <= LONG_HISTORY)
    return [...messages.map((_, index) => renderMessage(index)), live].flat()
  return (
    <>
      <VirtualHistory count={messages.length} render={renderMessage} />
      {live}
    </>
  )
}

type LatestProps = {
  readonly sessionId: string
  readonly turn: Turn | null
  readonly messages: readonly Message[]
  readonly onEdit: (question: string) => void
  readonly onAsk: (question: string) => void
  readonly onDismiss: () => void
}

/** What follows the history: why there is no answer, or what to ask next. */
function Latest({ sessionId, turn, messages, onEdit, onAsk, onDismiss }: LatestProps) {
  const isPending = messages.at(-1)?.role === 'user'
  return (
    <>
      {isPending && <WaitingApprovals sessionId={sessionId} />}
      {isPending && (
        <Text size="sm" c="dimmed" role="status">
          <Loader size={14} mr={8} aria-hidden /> {CHAT_TEXTS.pending}
        </Text>
      )}
      {turn?.phase === 'failed' && !(turn.wasSent && isPending) && (
        <TurnFailure
          turn={turn}
          onTakeBack={(question) => {
            onDismiss()
            onEdit(question)
          }}
          onDismiss={onDismiss}
        />
      )}
      {turn?.phase === 'answered' && <Suggestions suggestions={turn.suggestions} onChoose={onAsk} />}
    </>
  )
}
