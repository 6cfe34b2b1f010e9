import * as z from 'zod'
import { LocalTimestamp } from './timestamp.ts'

/** `chat` an answer without tools, `message` an answer that used tools, `dia` a question back to the user. */
export const MESSAGE_TYPES = ['chat', 'message', 'dia'] as const
export const MESSAGE_STATUSES = ['ok', 'error', 'interrupted', 'cancelled', 'truncated'] as const

export const Message = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  type: z.enum(MESSAGE_TYPES).nullable(),
  status: z.enum(MESSAGE_STATUSES).nullable(),
  run_id: z.string().nullable(),
  artifacts: z.array(z.string()).nullable(),
  suggestions: z.array(z.string()).nullable(),
  created_at: LocalTimestamp,
})
export type Message = z.infer<typeof Message>

/** The reply of a query: a message before it has a place in the history. */
export const AssistantReply = Message.omit({ created_at: true }).extend({
  role: z.literal('assistant'),
  type: z.enum(MESSAGE_TYPES),
  status: z.enum(MESSAGE_STATUSES),
  run_id: z.string(),
})
export type AssistantReply = z.infer<typeof AssistantReply>
