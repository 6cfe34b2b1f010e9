'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { applyEvent, newTurn, type RunningTurn } from '#web/console/components/conversation/turn.ts'
import { ownTimeZone } from '#web/console/components/time.ts'
import { useTRPCClient } from '#web/console/trpc/client.ts'

/** The state of the try-out: a running question, its answer, or its failure. */
export type TryOut =
  | { readonly phase: 'running'; readonly turn: RunningTurn }
  | { readonly phase: 'answered'; readonly turn: RunningTurn; readonly content: string }
  | { readonly phase: 'failed'; readonly turn: RunningTurn; readonly error: unknown }

/**
 * Asks an agent without storing anything. A question that is asked while an answer is written waits for its end, and after a
 * failure for `sendNext`. `stop` closes the stream, which ends the run.
 */
export function useTryOut(agentId: string) {
  const { tryOut, run, stop } = useRun(agentId)
  const [waiting, setWaiting] = useState<readonly string[]>([])
  const phase = tryOut?.phase

  const ask = useCallback(
    (prompt: string) => {
      if (phase === 'running') setWaiting((before) => [...before, prompt])
      else void run(prompt)
    },
    [phase, run],
  )
  const sendNext = useCallback(() => {
    const [next, ...later] = waiting
    if (next === undefined) return
    setWaiting(later)
    void run(next)
  }, [waiting, run])
  const remove = useCallback(
    (position: number) => setWaiting((before) => before.filter((_, index) => index !== position)),
    [],
  )
  useEffect(() => {
    if (phase === 'answered') sendNext()
  }, [phase, sendNext])
  return { tryOut, waiting, ask, stop, sendNext, remove }
}

/** One question at a time, and its answer. */
function useRun(agentId: string) {
  const client = useTRPCClient()
  const [tryOut, setTryOut] = useState<TryOut | null>(null)
  const controller = useRef<AbortController | null>(null)

  const run = useCallback(
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
  return { tryOut, run, stop }
}
