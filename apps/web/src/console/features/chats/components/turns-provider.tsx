'use client'

import type { AssistantReply, Message } from '@parley/contract'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useState, useSyncExternalStore } from 'react'
import { keepDraft } from '#web/console/components/conversation/draft.ts'
import type { Turn } from '#web/console/components/conversation/turn.ts'
import { useTRPC, useTRPCClient } from '#web/console/trpc/client.ts'
import { isSignedOut } from '#web/console/trpc/create-query-client.ts'
import { leaveForSignIn } from '#web/console/trpc/leave-for-sign-in.ts'
import { keepSuggestions } from './kept-suggestions.ts'
import { createTurnStore, type TurnStore } from './turn-store.ts'

const TurnsContext = createContext<TurnStore | null>(null)

/** Holds the turns above the pages, so that an answer continues while another page is shown. */
export function TurnsProvider({ children }: { children: ReactNode }) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const queryClient = useQueryClient()

  const [store] = useState(() => {
    const historyOf = (sessionId: string) => trpc.session.get.queryKey({ session_id: sessionId })
    return createTurnStore({
      ask: (sessionId, question) =>
        client.chat.queryStream.mutate({ session_id: sessionId, query: question }),
      cancel: (runId) => client.run.cancel.mutate({ run_id: runId }),
      follow: (runId, after) => client.run.followStream.query({ run_id: runId, ...(after && { after }) }),
      onAnswer(sessionId, question, answer) {
        keepSuggestions(sessionId, answer)
        queryClient.setQueryData(historyOf(sessionId), (session) =>
          session ? { ...session, messages: withExchange(session.messages, question, answer) } : session,
        )
        void queryClient.invalidateQueries(trpc.session.list.pathFilter())
      },
      onFailure(sessionId, { question, error }) {
        if (isSignedOut(error)) {
          keepDraft(sessionId, question)
          leaveForSignIn()
        } else void queryClient.invalidateQueries({ queryKey: historyOf(sessionId) })
      },
    })
  })
  return <TurnsContext value={store}>{children}</TurnsContext>
}

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

/** The history plus one exchange; the history may already contain its question. */
function withExchange(messages: readonly Message[], question: string, answer: AssistantReply): Message[] {
  const created_at = new Date().toISOString().replace('Z', '000')
  const asked: Message = {
    role: 'user',
    content: question,
    type: null,
    status: null,
    run_id: null,
    artifacts: null,
    suggestions: null,
    created_at,
  }
  const before = messages.at(-1)?.role === 'user' ? messages : [...messages, asked]
  return [...before, { ...answer, created_at }]
}
