import type { Message } from '@parley/contract'

/** The chat in the form that its page reads. */
export type Chat = {
  readonly session_id: string
  readonly name: string
  readonly agent_id: string
  readonly persona_id: number
  readonly messages: readonly Message[]
}
