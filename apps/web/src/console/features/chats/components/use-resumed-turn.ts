'use client'

import type { Message } from '@parley/contract'
import { useEffect } from 'react'
import { useTRPCClient } from '#web/console/trpc/client.ts'
import { useTurnStore } from './turns-provider.tsx'

/**
 * Follows the running answer to an open question that this page did not ask: after a reload, in a second tab, on
 * another device. `open` is null while there is none.
 */
export function useResumedTurn(sessionId: string, open: Message | null): void {
  const client = useTRPCClient()
  const store = useTurnStore()
  const question = open?.content ?? null
  const images = JSON.stringify(open?.artifacts ?? [])
  useEffect(() => {
    if (question === null) return
    let isWanted = true
    client.run.list
      .query({ session_id: sessionId, status: 'running', limit: 1 })
      .then(({ runs: [run] }) => {
        if (isWanted && run)
          void store.resume(sessionId, { question, images: JSON.parse(images), runId: run.run_id })
      })
      // The history is read again until it has the answer.
      .catch(() => undefined)
    return () => {
      isWanted = false
    }
  }, [client, store, sessionId, question, images])
}
