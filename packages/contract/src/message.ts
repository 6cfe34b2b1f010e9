import * as z from 'zod'
import { LocalTimestamp } from './timestamp.ts'

/** `chat` an answer without tools, `message` an answer that used tools, `dia` a question back to the user. */
export const MESSAGE_TYPES = ['chat', 'message', 'dia'] as const
export const MESSAGE_STATUSES = ['ok', 'error', 'interrupted', 'cancelled', 'truncated'] as const

export const MessageType = z.enum(MESSAGE_TYPES).meta({
  id: 'MessageType',
  description:
    '`chat`: an answer without tools. `message`: an answer that used tools. `dia`: a question to the user.',
})
export const MessageStatus = z.enum(MESSAGE_STATUSES).meta({
  id: 'MessageStatus',
  description: 'How the answer ended. Only `ok` is a complete answer.',
})

export const Message = z
  .object({
    role: z.enum(['user', 'assistant']).describe('Who wrote the message.'),
    content: z.string().describe('The text, in Markdown, after the reasoning in <think> tags.'),
    type: MessageType.nullable().describe('The kind of answer; null for messages of the user.'),
    status: MessageStatus.nullable().describe('How the answer ended; null for messages of the user.'),
    run_id: z
      .string()
      .nullable()
      .meta({
        description: 'The run behind the answer; empty when no tool was used.',
        examples: ['7f8a2c4e-0000-4000-8000-000000000003'],
      }),
    artifacts: z
      .array(z.string())
      .nullable()
      .meta({
        description:
          'Paths below `{base_url}` of the files that the answer shows, and of the images of a question.',
        examples: [['artifacts/7f8a2c4e-0000-4000-8000-000000000004/chart.png']],
      }),
    suggestions: z
      .array(z.string())
      .nullable()
      .describe(
        'Up to three further questions, or the two to five choices of a `dia` message that ask_user asked. They are not stored.',
      ),
    created_at: LocalTimestamp,
  })
  .meta({ id: 'Message', description: 'One message of a session.' })
export type Message = z.infer<typeof Message>

/** The reply of a query: a message without the time of its creation. */
export const AssistantReply = Message.omit({ created_at: true })
  .extend({
    role: z.literal('assistant').describe('Always `assistant`.'),
    type: MessageType,
    status: MessageStatus,
    run_id: z.string().meta({
      description: 'The run behind the answer; empty when no tool was used.',
      examples: ['7f8a2c4e-0000-4000-8000-000000000003'],
    }),
  })
  .meta({ id: 'AssistantReply', description: 'The answer to a question.' })
export type AssistantReply = z.infer<typeof AssistantReply>
