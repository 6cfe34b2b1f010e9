import * as z from 'zod'
import { MessageStatus } from './message.ts'
import { SessionId } from './session.ts'
import { RunId, StepId } from './step.ts'
import { UtcTimestamp } from './timestamp.ts'

/** The event that `webhook.test` sends. */
export const TEST_EVENT = 'webhook.test'

export const WebhookId = z.uuid().meta({
  description: 'The id of a webhook.',
  examples: ['7f8a2c4e-0000-4000-8000-000000000006'],
})

const link = (description: string) => z.url().describe(description)

const RunEnded = z.object({
  type: z.literal('run.ended').describe('The type of the event.'),
  timestamp: UtcTimestamp,
  data: z
    .object({
      run_id: RunId,
      session_id: SessionId,
      status: MessageStatus,
      links: z
        .object({
          events: link('Returns the answer.'),
          run: link('The trace of the run.'),
        })
        .describe('Where to read more, with your own credential.'),
    })
    .describe('What happened.'),
})

const RunWaiting = z.object({
  type: z.literal('run.waiting').describe('The type of the event.'),
  timestamp: UtcTimestamp,
  data: z
    .object({
      run_id: RunId,
      session_id: SessionId.nullable().describe('Null for a stateless call.'),
      step_id: StepId,
      links: z
        .object({
          approvals: link('The tool calls of the run that wait.'),
          approve: link('Takes the decision.'),
        })
        .describe('Where to read more, with your own credential.'),
    })
    .describe('What happened.'),
})

const Test = z.object({
  type: z.literal(TEST_EVENT).describe('The type of the event.'),
  timestamp: UtcTimestamp,
  data: z.object({ webhook_id: WebhookId }).describe('What happened.'),
})

/** The body of a delivery: what happened, and where to read more with your own credential. */
export const WebhookPayload = z
  .discriminatedUnion('type', [RunEnded, RunWaiting, Test])
  .meta({ id: 'WebhookPayload', description: 'The body of a delivery. It holds ids and links, no content.' })
export type WebhookPayload = z.infer<typeof WebhookPayload>
