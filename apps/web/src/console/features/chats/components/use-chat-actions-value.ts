'use client'

import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useCallback, useMemo, useState } from 'react'
import { sentenceOf } from '#web/console/components/sentence-of.ts'
import { useTRPC, useTRPCClient } from '#web/console/trpc/client.ts'
import type { BranchQuestion, ChatActions } from './chat-actions.ts'
import { useTurnStore } from './turns-provider.tsx'

type Chat = Pick<ChatActions, 'sessionId' | 'agentId' | 'isBusy'>

/** The actions of an open chat. A branch opens in place of the chat, and its answer is written there. */
export function useChatActionsValue({ sessionId, agentId, isBusy }: Chat): ChatActions {
  const [editing, edit] = useState<number | null>(null)
  const ask = useAskInBranch(sessionId)
  const askInBranch = useCallback(
    (branch: BranchQuestion) => {
      edit(null)
      void ask(branch)
    },
    [ask],
  )
  return useMemo(
    () => ({ sessionId, agentId, isBusy, editing, edit, askInBranch }),
    [sessionId, agentId, isBusy, editing, askInBranch],
  )
}

function useAskInBranch(sessionId: string): (branch: BranchQuestion) => Promise<void> {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const queryClient = useQueryClient()
  const router = useRouter()
  const store = useTurnStore()
  return useCallback(
    async ({ place, question, agentId }: BranchQuestion) => {
      try {
        const branch = await client.session.branch.mutate({
          session_id: sessionId,
          keep: place,
          ...(agentId !== undefined && { agent_id: agentId }),
        })
        const history = queryClient.getQueryData(trpc.session.get.queryKey({ session_id: sessionId }))
        void store.start(branch.session_id, question, history?.messages[place]?.artifacts ?? [])
        void queryClient.invalidateQueries(trpc.session.listBranches.pathFilter())
        router.push(`/chats/${branch.session_id}`)
      } catch (error) {
        notifications.show({ color: 'red', message: sentenceOf(error) })
      }
    },
    [client, queryClient, trpc, router, store, sessionId],
  )
}
