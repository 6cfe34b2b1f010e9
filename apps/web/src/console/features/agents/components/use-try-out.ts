'use client'

import { useCallback, useRef, useState } from 'react'
import { applyEvent, newTurn, type RunningTurn } from '#web/console/components/conversation/turn.ts'
import { ownTimeZone } from '#web/console/components/time.ts'
import { useTRPCClient } from '#web/console/trpc/client.ts'

/** The state of the try-out: a running question, its answer, or its failure. */
export type TryOut =
  | { readonly phase: 'running'; readonly turn: RunningTurn }
  | { readonly phase: 'answered'; readonly turn: RunningTurn; readonly content: string }
  | { readonly phase: 'failed'; readonly turn: RunningTurn; readonly error: unknown }

/** Asks an agent without storing anything; `stop` closes the stream, which ends the run. */
export function useTryOut(agentId: string) {
  const client = useTRPCClient()
  const [tryOut, setTryOut] = useState<TryOut | null>(null)
  const controller = useRef<AbortController | null>(null)

  const ask = useCallback(
    async (prompt: string) => {
      controller.current = new AbortController()
      const { signal } = controller.current
      let turn = newTurn({ question: prompt })
      setTryOut({ phase: 'running', turn })
      try {
        const asked = { agent_id: agentId, prompt, time_zone: ownTimeZone() }
        const events = await client.chat.invokeAgentStream.mutate(asked, { signal })
        for await (const event of events) {
          if (event.type === 'message') {
            return setTryOut({ phase: 'answered', turn, content: event.message.content })
          }
          turn = applyEvent(turn, event)
          setTryOut({ phase: 'running', turn })
        }
        throw new TypeError('The stream ended without an answer')
      } catch (error) {
        if (signal.aborted) setTryOut(null)
        else setTryOut({ phase: 'failed', turn, error })
      }
    },
    [client, agentId],
  )
  const stop = useCallback(() => controller.current?.abort(), [])
  return { tryOut, ask, stop }
}
