import type { Message } from '@parley/contract'
import type { FailedTurn } from '#web/console/components/conversation/turn.ts'
import { hasQuestion } from './exchange.ts'

/** Whether the history shows a question that failed. Otherwise only its turn has it. */
export function isFailureInHistory(messages: readonly Message[], failed: FailedTurn): boolean {
  const last = messages.at(-1)
  return (
    failed.wasSent && (last?.role === 'user' || last?.status === 'error' || hasQuestion(messages, failed))
  )
}
