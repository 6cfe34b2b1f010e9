'use client'

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useState, useSyncExternalStore } from 'react'
import type { Images } from '#web/console/components/attachments/images.ts'
import { putBack } from '#web/console/components/conversation/draft.ts'
import type { Turn } from '#web/console/components/conversation/turn.ts'
import { ownTimeZone } from '#web/console/components/time.ts'
import { type Client, useTRPC, useTRPCClient } from '#web/console/trpc/client.ts'
import { isSignedOut } from '#web/console/trpc/create-query-client.ts'
import { noteSessionEnd } from '#web/console/trpc/session-end.ts'
import { nameFor } from '../hooks.ts'
import { withExchange } from './exchange.ts'
import { isFailureInHistory } from './is-failure-in-history.ts'
import { keepSuggestions } from './kept-suggestions.ts'
import { createQuestionQueue, type QuestionQueue, type QueuedQuestion } from './question-queue.ts'
import { createTurnStore, type TurnStore } from './turn-store.ts'
import { createUnsentQuestions } from './unsent-questions.ts'
import { waitForUpdates } from './wait-for-updates.ts'

const TurnsContext = createContext<TurnStore | null>(null)
const QueueContext = createContext<QuestionQueue | null>(null)

/** Holds the turns above the pages, so that an answer continues while another page is shown. */
export function TurnsProvider({ children }: { children: ReactNode }) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const queryClient = useQueryClient()

  const [queue] = useState(createQuestionQueue)
  const [store] = useState(() => {
    const historyOf = (sessionId: string) => trpc.session.get.queryKey({ session_id: sessionId })
    return createTurnStore({
      async ask(session_id, query, images) {
        // A question is for the agent and the persona that were chosen before it.
        await waitForUpdates(queryClient, trpc.session.update.mutationKey(), session_id)
        return client.chat.queryStream.mutate({
          session_id,
          query,
          time_zone: ownTimeZone(),
          ...(images.length > 0 && { images: await loadImages(images) }),
        })
      },
      cancel: (runId) => client.run.cancel.mutate({ run_id: runId }),
      follow: (runId, after) => client.run.followStream.query({ run_id: runId, ...(after && { after }) }),
      keepWaiting(sessionId, failed) {
        const { messages = [] } = queryClient.getQueryData(historyOf(sessionId)) ?? {}
        if (!isFailureInHistory(messages, failed))
          queue.add(sessionId, { question: failed.question, images: failed.images })
      },
      takeWaiting: queue.take,
      unsent: createUnsentQuestions(),
      placeIn(sessionId) {
        const { messages = [] } = queryClient.getQueryData(historyOf(sessionId)) ?? {}
        return messages.at(-1)?.role === 'user' ? messages.length - 1 : messages.length
      },
      onAnswer(sessionId, asked, answer) {
        keepSuggestions(sessionId, answer)
        const { messages = [], name } = queryClient.getQueryData(historyOf(sessionId)) ?? {}
        if (messages.length < 2 && name === nameFor(asked.question))
          void nameChat(client, queryClient, { sessionId, runId: answer.run_id })
        queryClient.setQueryData(historyOf(sessionId), (session) =>
          session ? { ...session, messages: withExchange(session.messages, asked, answer) } : session,
        )
        void queryClient.invalidateQueries(trpc.session.list.pathFilter())
      },
      onFailure(sessionId, { question, error, isLost }) {
        if (!isSignedOut(error)) {
          void queryClient.invalidateQueries({ queryKey: historyOf(sessionId) })
          return false
        }
        noteSessionEnd()
        return isLost && putBack(sessionId, question)
      },
    })
  })
  return (
    <TurnsContext value={store}>
      <QueueContext value={queue}>{children}</QueueContext>
    </TurnsContext>
  )
}

/** Gives a new chat the title of its first chart. Without one it keeps the name of its question. */
async function nameChat(
  client: Client,
  queryClient: QueryClient,
  answer: { readonly sessionId: string; readonly runId: string },
): Promise<void> {
  const { nameByAnswer } = await import('./name-by-answer.ts')
  const name = await nameByAnswer(client, answer).catch(() => null)
  if (name !== null) await queryClient.invalidateQueries()
}

/** The images as the service takes them. Few questions have any. */
async function loadImages(images: Images): Promise<string[]> {
  const { readImages } = await import('#web/console/components/attachments/read-images.ts')
  return readImages(images)
}

const NONE_WAITING: readonly QueuedQuestion[] = []

/** The store of turns. Throws outside the provider. */
export function useTurnStore(): TurnStore {
  const store = useContext(TurnsContext)
  if (store === null) throw new Error('useTurnStore needs a TurnsProvider above it')
  return store
}

/** The present turn of a session; null when this page has asked no question in it. */
export function useTurn(sessionId: string): Turn | null {
  const store = useTurnStore()
  const read = useCallback(() => store.get(sessionId), [store, sessionId])
  return useSyncExternalStore(store.subscribe, read, () => null)
}

/** The queue of waiting questions. Throws outside the provider. */
export function useQuestionQueue(): QuestionQueue {
  const queue = useContext(QueueContext)
  if (queue === null) throw new Error('useQuestionQueue needs a TurnsProvider above it')
  return queue
}

/** The questions of a session that wait for the end of its running answer, oldest first. */
export function useWaiting(sessionId: string): readonly QueuedQuestion[] {
  const queue = useQuestionQueue()
  const read = useCallback(() => queue.get(sessionId), [queue, sessionId])
  return useSyncExternalStore(queue.subscribe, read, () => NONE_WAITING)
}
