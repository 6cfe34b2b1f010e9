'use client'

import { Box, Center, Stack, VisuallyHidden } from '@mantine/core'
import type { Message } from '@parley/contract'
import { IconArrowDown, IconMessageCirclePlus } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useCallback, useRef } from 'react'
import { isReady } from '#web/console/components/attachments/attachment.ts'
import { type Images, NO_IMAGES } from '#web/console/components/attachments/images.ts'
import { type Attachments, useAttachments } from '#web/console/components/attachments/use-attachments.ts'
import { Composer } from '#web/console/components/conversation/composer.tsx'
import { useDraft } from '#web/console/components/conversation/draft.ts'
import { MessageView, Question } from '#web/console/components/conversation/message-view.tsx'
import { QueuedQuestions } from '#web/console/components/conversation/queued-questions.tsx'
import type { RunningTurn } from '#web/console/components/conversation/turn.ts'
import { EmptyState } from '#web/console/components/empty-state.tsx'
import { IconAction } from '#web/console/components/icon-action.tsx'
import { lazyPart } from '#web/console/components/lazy-part.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { useFocusOnArrival } from '#web/console/components/use-focus-on-arrival.ts'
import { CHAT_TEXTS } from '../texts.ts'
import { AnswerTools } from './answer-tools.tsx'
import { ChatActionsContext, useChatActions } from './chat-actions.ts'
import { ChoicesSlot } from './choices-slot.tsx'
import classes from './conversation.module.css'
import { beforeQuestion, hasAnswer } from './exchange.ts'
import { Latest } from './latest.tsx'
import { QuestionFoot, QuestionTools } from './question-tools.tsx'
import { useQuestionQueue, useTurn, useTurnStore, useWaiting } from './turns-provider.tsx'
import { useChatActionsValue } from './use-chat-actions-value.ts'
import { useResumedTurn } from './use-resumed-turn.ts'
import { useStickToEnd } from './use-stick-to-end.ts'

/** Up to this number all messages are in the page, where the browser's search finds them. */
const LONG_HISTORY = 100

const VirtualHistory = lazyPart(
  () => import('./virtual-history.tsx').then((module) => module.VirtualHistory),
  <ListSkeleton rows={6} height={120} />,
)

const FileQuestions = lazyPart(() => import('./starter-questions.tsx').then((module) => module.FileQuestions))
const StarterQuestions = lazyPart(() =>
  import('./starter-questions.tsx').then((module) => module.StarterQuestions),
)

type Props = {
  readonly sessionId: string
  readonly messages: readonly Message[]
  readonly agentId: string
  /** The address of the agent's model. */
  readonly modelHref: string | undefined
}

/** The history, the running answer and the composer. */
export function Conversation({ sessionId, messages, agentId, modelHref }: Props) {
  const store = useTurnStore()
  const turn = useTurn(sessionId)
  const [draft, setDraft] = useDraft(sessionId)
  const attachments = useAttachments(sessionId, agentId)
  const { content, isAtEnd, jump, follow } = useStickToEnd()
  const input = useRef<HTMLTextAreaElement>(null)
  useFocusOnArrival(input)
  const send = useSend(sessionId, { attachments, setDraft, follow })
  const edit = useEdit({ draft, setDraft, putImages: attachments.putImages, input })
  const isRunning = turn?.phase === 'running'
  // The history may have the answer before the broken stream of the answer is continued.
  const live = isRunning && !hasAnswer(messages, turn) ? turn : null
  const target = { attachments, agentId, sessionId }
  const actions = useChatActionsValue({ sessionId, agentId, isBusy: isRunning })
  const last = messages.at(-1)
  useResumedTurn(sessionId, !isRunning && last?.role === 'user' ? last : null)
  const stop = useCallback(() => store.stop(sessionId), [store, sessionId])

  return (
    <ChatActionsContext value={actions}>
      <div className={classes.conversation}>
        <Stack ref={content} gap="xl" className={classes.messages} role="log" aria-live="off">
          {messages.length === 0 && turn === null && (
            <NothingAsked agentId={agentId} hasFiles={attachments.list.length > 0} onAsk={send} />
          )}
          <History
            messages={live ? beforeQuestion(messages, live) : messages}
            turn={live}
            onAsk={send}
            modelHref={modelHref}
          />
          {!isRunning && (
            <Latest
              sessionId={sessionId}
              turn={turn}
              messages={messages}
              onEdit={edit}
              onAsk={send}
              onDismiss={() => store.dismiss(sessionId)}
              onShow={jump}
            />
          )}
        </Stack>
        <VisuallyHidden role="status">{turn?.phase === 'answered' ? CHAT_TEXTS.answered : ''}</VisuallyHidden>
        <Dock onJump={isAtEnd ? undefined : jump}>
          {!isRunning && attachments.list.some(isReady) && (
            <FileQuestions agentId={agentId} attachments={attachments.list} onChoose={send} />
          )}
          <Waiting sessionId={sessionId} isRunning={isRunning} />
          <ChoicesSlot field={input} value={draft} onChange={setDraft} target={target} />
          <Composer
            canQueue
            value={draft}
            onChange={setDraft}
            onSend={send}
            onStop={isRunning ? stop : undefined}
            isStopping={isRunning && turn.isStopping}
            inputRef={input}
            attachments={attachments}
          />
        </Dock>
      </div>
    </ChatActionsContext>
  )
}

/** Asks a question; `again` are the images of an earlier question that is asked again. */
type Ask = (question: string, again?: Images) => void

type SendParts = {
  readonly attachments: Attachments
  readonly setDraft: (text: string) => void
  /** Lets the page scroll to the exchange that begins. */
  readonly follow: () => void
}

/** Asks a question, or lets it wait for the end of the running answer. */
function useSend(sessionId: string, { attachments, setDraft, follow }: SendParts): Ask {
  const store = useTurnStore()
  const queue = useQuestionQueue()
  return useCallback(
    (question, again = NO_IMAGES) => {
      setDraft('')
      follow()
      const taken = attachments.take(question)
      const asked = { ...taken, images: [...again, ...taken.images] }
      if (store.get(sessionId)?.phase === 'running') queue.add(sessionId, asked)
      else void store.start(sessionId, asked.question, asked.images)
    },
    [store, queue, attachments, setDraft, follow, sessionId],
  )
}

/** The questions that wait; few chats have any. Their list is no lazy part, so that it is there without a connection. */
function Waiting({ sessionId, isRunning }: { readonly sessionId: string; readonly isRunning: boolean }) {
  const questions = useWaiting(sessionId)
  const queue = useQuestionQueue()
  const store = useTurnStore()
  function sendNext() {
    const next = queue.take(sessionId)
    if (next) void store.start(sessionId, next.question, next.images)
  }

  if (questions.length === 0) return null
  return (
    <QueuedQuestions
      questions={questions.map(({ question }) => question)}
      isRunning={isRunning}
      onSendNext={sendNext}
      onRemove={(position) => queue.remove(sessionId, position)}
    />
  )
}

type EditParts = {
  readonly draft: string
  readonly setDraft: (text: string) => void
  readonly putImages: Attachments['putImages']
  readonly input: RefObject<HTMLTextAreaElement | null>
}

/** Puts a question into the composer again, with its images, above what was written there meanwhile. */
function useEdit({ draft, setDraft, putImages, input }: EditParts) {
  return useCallback(
    (question: string, images: Images) => {
      setDraft(draft.trim() === '' ? question : `${question}\n\n${draft}`)
      putImages(images)
      input.current?.focus()
    },
    [draft, setDraft, putImages, input],
  )
}

type NothingAskedProps = {
  readonly agentId: string
  /** Whether files are attached. Questions about them are shown above the composer instead. */
  readonly hasFiles: boolean
  readonly onAsk: (question: string) => void
}

function NothingAsked({ agentId, hasFiles, onAsk }: NothingAskedProps) {
  return (
    <>
      <EmptyState icon={IconMessageCirclePlus} title={CHAT_TEXTS.empty} text={CHAT_TEXTS.emptyText} />
      {!hasFiles && (
        <Center>
          <StarterQuestions agentId={agentId} attachments={[]} onChoose={onAsk} />
        </Center>
      )}
    </>
  )
}

type DockProps = {
  /** Set while the end of the page is out of view. */
  readonly onJump: (() => void) | undefined
  readonly children: ReactNode
}

/** The part that stays at the bottom of the page. */
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

type HistoryProps = {
  readonly messages: readonly Message[]
  /** The turn with the running answer. */
  readonly turn: RunningTurn | null
  readonly onAsk: Ask
  readonly modelHref: string | undefined
}

/** The history and below it the running turn, in their final places. */
function History({ messages, turn, onAsk, modelHref }: HistoryProps) {
  const { edit } = useChatActions()
  const lastQuestion = messages.findLastIndex(({ role }) => role === 'user')

  function renderMessage(index: number) {
    const message = messages[index]
    if (!message) return null
    if (message.role === 'user')
      return (
        <MessageView
          key={index}
          message={message}
          place={index}
          isNewest={turn === null && index === lastQuestion}
          Tools={QuestionTools}
          Foot={QuestionFoot}
        />
      )
    const place = index - 1
    const question = messages[place]?.content
    const isOpen = turn === null && index === messages.length - 1 && place === lastQuestion
    return (
      <MessageView
        key={index}
        message={message}
        place={place}
        question={question}
        Tools={AnswerTools}
        onAskAgain={isOpen ? () => onAsk(question ?? '', messages[place]?.artifacts ?? NO_IMAGES) : undefined}
        onEditQuestion={isOpen ? () => edit(place) : undefined}
        modelHref={modelHref}
      />
    )
  }

  // A history only grows at its end, so the position identifies a message.
  const live = turn && [
    <Question key={messages.length} text={turn.question} images={turn.images} isNewest />,
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
