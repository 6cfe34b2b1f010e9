'use client'

import type { AssistantReply, Message } from '@parley/contract'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useState, useSyncExternalStore } from 'react'
import { useTRPC, useTRPCClient } from '#web/trpc/client.ts'
import type { Turn } from './turn.ts'
import { createTurnStore, type TurnStore } from './turn-store.ts'

const TurnsContext = createContext<TurnStore | null>(null)

/** Holds the turns above the pages, so that an answer goes on while another page is looked at. */
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
      onAnswer(sessionId, question, answer) {
        queryClient.setQueryData(historyOf(sessionId), (session) =>
          session ? { ...session, messages: withExchange(session.messages, question, answer) } : session,
        )
      },
      onFailure: (sessionId) => void queryClient.invalidateQueries({ queryKey: historyOf(sessionId) }),
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

/** The turn of a session as it is now; null when this page asked nothing in it. */
export function useTurn(sessionId: string): Turn | null {
  const store = useTurnStore()
  const read = useCallback(() => store.get(sessionId), [store, sessionId])
  return useSyncExternalStore(store.subscribe, read, () => null)
}

/** The history with one more exchange; its question is there already when the history was read meanwhile. */
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
