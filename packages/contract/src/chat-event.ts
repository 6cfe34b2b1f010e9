import * as z from 'zod'
import { Evidence } from './evidence.ts'
import { RunId, Step } from './step.ts'
import { JsonObject } from './text.ts'

const type = <Name extends string>(name: Name) => z.literal(name).describe('The name of the event.')

/**
 * The form of an event's id. Its groups: `t` for an event that was made from the trace, the position of the event, and
 * how many UTF-16 code units of its delta were sent.
 */
export const EVENT_ID = /^(t?)([1-9][0-9]{0,8})(?:\.([0-9]{1,9}))?$/

/** Where a stream can be continued, as the header Last-Event-ID or as `after`. */
export const EventId = z
  .string()
  .regex(EVENT_ID, 'must be the id of an event')
  .meta({ description: 'The id of an event of the run; the stream goes on behind it.', examples: ['7.120'] })

// The id of an event is a field of the stream, not of its data.
const id = EventId.optional().describe(
  'The id of the event, where its run is stored. A stream sends it as its own field `id`.',
)

/** Events of a streamed call, in order: `run`, then deltas and steps as they happen, then `evidence` where data was queried, then one `message` or `error`. */
export const ChatEvent = z
  .discriminatedUnion('type', [
    z.object({ id, type: type('run'), run_id: RunId }),
    z.object({ id, type: type('text'), delta: z.string().describe('The next piece of the answer.') }),
    z.object({ id, type: type('reasoning'), delta: z.string().describe('The next piece of the reasoning.') }),
    z.object({
      id,
      type: type('step_start'),
      step_id: z.int().describe('The place of the step in the trace, from 1.'),
      agent_name: z.string().describe('The tool that runs.'),
      input: JsonObject.nullable().describe('What the tool is called with.'),
    }),
    z.object({
      id,
      type: type('step_progress'),
      step_id: z.int().describe('The place of the step in the trace, from 1.'),
      text: z.string().describe('What the step does at the moment.'),
      is_waiting: z.literal(true).optional().describe('Present when the step waits for approval.'),
    }),
    z.object({ id, type: type('step_end'), step: Step }),
    z.object({
      id,
      type: type('text_replaced'),
      text: z.string().describe('The corrected answer. It stands in place of all text since the last step.'),
    }),
    z.object({ id, type: type('evidence'), evidence: Evidence }),
  ])
  .meta({ id: 'ChatEvent', description: 'What happens while an answer is made.' })
export type ChatEvent = z.infer<typeof ChatEvent>

/** The data of the event `error`, which ends a stream that fails after its headers were sent. */
export const StreamError = z
  .object({
    status: z.literal('error').describe('Always `error`.'),
    message: z.string().describe('What is wrong and what to do.'),
    code: z.string().describe('The kind of failure as one word, as X-Error-Code has it.'),
  })
  .meta({ id: 'StreamError' })
