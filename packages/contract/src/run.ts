import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { data, emptyData } from './envelope.ts'
import { LIMITS } from './limits.ts'
import { MESSAGE_STATUSES } from './message.ts'
import { JsonObject, text } from './text.ts'
import { UtcTimestamp } from './timestamp.ts'

export const RunId = z
  .uuid()
  .meta({ description: 'The id of a run.', examples: ['7f8a2c4e-0000-4000-8000-000000000003'] })

const StepId = z
  .int()
  .min(1)
  .max(LIMITS.integer)
  .meta({ description: 'The place of the step in the trace, from 1.', examples: [1] })

const TRACE_STATUSES = ['ok', 'error', 'timeout', 'refused', 'cancelled', 'partial'] as const

/** The last step of every trace. */
export const FINAL_STEP = 'final_response'

export const Step = z
  .object({
    step_id: StepId,
    agent_name: z.string().meta({
      description: 'The tool that ran, or `final_response` for the answer, which closes every trace.',
      examples: ['execute_sql'],
    }),
    input: JsonObject.nullable().meta({
      description: 'What the tool was called with; null for the answer.',
      examples: [{ sql: 'SELECT 1' }],
    }),
    output: JsonObject,
    status: z.enum(TRACE_STATUSES).describe('How the step ended. The output of a failed step is `{error}`.'),
    created_at: UtcTimestamp,
  })
  .meta({ id: 'Step', description: 'One step of a run.' })
export type Step = z.infer<typeof Step>

/** A step of a stateless call names its run. */
export const StatelessStep = Step.extend({ run_id: RunId }).meta({
  id: 'StatelessStep',
  description: 'One step of a stateless call.',
})

const RUN_STATUSES = ['running', ...MESSAGE_STATUSES] as const

/** A tool call that waits for its owner. */
const Approval = z
  .object({
    run_id: RunId,
    step_id: StepId,
    tool_name: z.string().describe('The name of the tool.'),
    tool_server_id: z.string().describe('The server of the tool.'),
    arguments: JsonObject.meta({
      description: 'What will be sent, fixed arguments included. Secret fixed arguments are `[redacted]`.',
      examples: [{ to: 'the team' }],
    }),
    created_at: UtcTimestamp,
  })
  .meta({ id: 'Approval', description: 'A tool call that waits for its owner.' })
export type Approval = z.infer<typeof Approval>

export const run = {
  /** Get the trace of a run, step by step. */
  get: endpoint({
    name: 'run.get',
    method: 'GET',
    path: '/chat/run/{run_id}',
    audience: 'user',
    summary: 'Get the trace of a run, step by step',
    params: z.object({ run_id: RunId }),
    reply: data(z.object({ steps: z.array(Step).describe('The steps in their order.') })),
  }),

  /** Stop a run that is under way. */
  cancel: endpoint({
    name: 'run.cancel',
    method: 'POST',
    path: '/chat/run/{run_id}/cancel',
    audience: 'user',
    summary: 'Stop a run that is under way',
    description: 'The text written so far is kept with status cancelled. 409 when the run has ended already.',
    isAddition: true,
    params: z.object({ run_id: RunId }),
    reply: data(z.object({})),
  }),

  /** Get a run with durations and token usage. */
  inspect: endpoint({
    name: 'run.inspect',
    method: 'GET',
    path: null,
    audience: 'person',
    summary: 'Get a run with durations and token usage',
    query: z.object({ run_id: RunId }),
    reply: data(
      z.object({
        run_id: RunId,
        session_id: z.uuid(),
        status: z.enum(RUN_STATUSES),
        usage: z.object({ input_tokens: z.int(), output_tokens: z.int() }).nullable(),
        steps: z.array(Step.extend({ duration_ms: z.number() })),
      }),
    ),
  }),

  /** Approve or deny a tool call that waits. */
  approve: endpoint({
    name: 'run.approve',
    method: 'POST',
    path: '/chat/run/{run_id}/approve',
    audience: 'user',
    summary: 'Approve or deny a tool call that waits',
    description:
      'Tools bound with approval ask wait for this, ten minutes at most; GET /chat/approvals lists them. arguments replace what the model wanted to ' +
      'send; fixed arguments may be left out, or sent back as they were shown. reason is what the model reads of a denial; with approve_always the agent calls this tool without asking from now on. 404 when nothing waits at this step, 400 for arguments the tool does not take and for a changed fixed one; it waits on then.',
    isAddition: true,
    params: z.object({ run_id: RunId }),
    body: z.object({
      step_id: StepId,
      decision: z.enum(['approve', 'approve_always', 'deny']).describe('What happens to the call.'),
      arguments: JsonObject.optional(),
      reason: text(LIMITS.descriptionLength)
        .optional()
        .describe('Why the call is denied; the model reads it.'),
    }),
    reply: emptyData,
  }),

  /** List the tool calls that wait for my approval. */
  listApprovals: endpoint({
    name: 'run.listApprovals',
    method: 'GET',
    path: '/chat/approvals',
    audience: 'user',
    summary: 'List the tool calls that wait for my approval',
    description: 'Also those of stateless calls, whose run_id is known from nowhere else while they wait.',
    isAddition: true,
    query: z.object({ run_id: RunId.optional() }),
    reply: data(z.object({ approvals: z.array(Approval).describe('The calls that wait.') })),
  }),
} as const
