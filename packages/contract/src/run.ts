import * as z from 'zod'
import { AgentId } from './agent.ts'
import { ChatEvent, EventId } from './chat-event.ts'
import { endpoint } from './endpoint.ts'
import { data, emptyData } from './envelope.ts'
import { Evidence } from './evidence.ts'
import { LIMITS } from './limits.ts'
import { AssistantReply, MESSAGE_STATUSES } from './message.ts'
import { NextCursor, PAGE_QUERY } from './page.ts'
import { SessionId } from './session.ts'
import { RunId, Step, StepId } from './step.ts'
import { JsonObject, text } from './text.ts'
import { UtcTimestamp } from './timestamp.ts'

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
    problem: z
      .string()
      .optional()
      .describe('Why the arguments cannot be shown. They are empty then, and the call can only be denied.'),
    parameters: JsonObject.optional().describe('The JSON schema of the arguments that the model wrote.'),
    created_at: UtcTimestamp,
    expires_at: UtcTimestamp.optional().describe('When the call counts as denied.'),
  })
  .meta({ id: 'Approval', description: 'A tool call that waits for its owner.' })
export type Approval = z.infer<typeof Approval>

const RunSummary = z
  .object({
    run_id: RunId,
    session_id: SessionId,
    agent_id: AgentId,
    status: z.enum(RUN_STATUSES).describe('How the run ended, or `running`.'),
    created_at: UtcTimestamp,
    finished_at: UtcTimestamp.nullable().describe('Null while the run is running.'),
    usage: z
      .object({
        input_tokens: z.int().describe('Tokens that the model read.'),
        output_tokens: z.int().describe('Tokens that the model wrote.'),
      })
      .nullable()
      .describe('Null while the run is running, and when the vendor reported no usage.'),
  })
  .meta({ id: 'RunSummary', description: 'A run as a list shows it.' })
export type RunSummary = z.infer<typeof RunSummary>

export const run = {
  /** List my runs, newest first. */
  list: endpoint({
    name: 'run.list',
    method: 'GET',
    path: '/chat/run',
    audience: 'user',
    scopes: ['chat', 'read'],
    summary: 'List my runs, newest first',
    description: 'A page at a time: send next_cursor as cursor, with the same filters, until it is null.',
    isAddition: true,
    query: z.object({
      session_id: SessionId.optional().describe('Only runs of this session.'),
      agent_id: AgentId.optional().describe('Only runs of sessions with this agent.'),
      status: z.enum(RUN_STATUSES).optional().describe('Only runs with this status.'),
      from: UtcTimestamp.optional().describe('Only runs that began at or after this time.'),
      to: UtcTimestamp.optional().describe('Only runs that began before this time.'),
      ...PAGE_QUERY,
    }),
    reply: data(
      z.object({
        runs: z.array(RunSummary).describe('Your runs, newest first.'),
        next_cursor: NextCursor,
      }),
    ),
  }),

  /** Get the trace of a run, step by step. */
  get: endpoint({
    name: 'run.get',
    method: 'GET',
    path: '/chat/run/{run_id}',
    audience: 'user',
    scopes: ['chat', 'read'],
    summary: 'Get the trace of a run, step by step',
    params: z.object({ run_id: RunId }),
    reply: data(z.object({ steps: z.array(Step).describe('The steps in their order.') })),
  }),

  /** Follow a run to its end. */
  follow: endpoint({
    name: 'run.follow',
    method: 'GET',
    path: '/chat/run/{run_id}/events',
    audience: 'user',
    scopes: ['chat', 'read'],
    summary: 'Follow a run to its end',
    description:
      'With `Accept: text/event-stream` sends the events of the run from the first on, or behind the event that `after` or the header Last-Event-ID names, while the run is under way and after it; the last one, `message`, is this reply. The reply is the stored answer, whose status says how the run ended. Without that header the reply comes when the run has ended. The events are deleted one hour after the run; a stream then begins with the steps of the trace.',
    isAddition: true,
    params: z.object({ run_id: RunId }),
    query: z.object({ after: EventId.optional() }),
    headers: { after: 'Last-Event-ID' },
    reply: data(AssistantReply),
    events: ChatEvent,
  }),

  /** Get which numbers of the answer of a run are proven. */
  evidence: endpoint({
    name: 'run.evidence',
    method: 'GET',
    path: '/chat/run/{run_id}/evidence',
    audience: 'user',
    scopes: ['chat', 'read'],
    summary: 'Get which numbers of the answer of a run are proven',
    description:
      'The service looks for every number of an answer in the results of its run, without a model. `evidence` is null when the run queried no data, and while it is under way.',
    isAddition: true,
    params: z.object({ run_id: RunId }),
    reply: data(
      z.object({
        evidence: Evidence.nullable().describe(
          'Null when the run queried no data, and while it is under way.',
        ),
      }),
    ),
  }),

  /** Stop a run that is under way. */
  cancel: endpoint({
    name: 'run.cancel',
    method: 'POST',
    path: '/chat/run/{run_id}/cancel',
    audience: 'user',
    scopes: ['chat'],
    summary: 'Stop a run that is under way',
    description:
      'The text written so far is kept with status cancelled. Fails with 409 when the run has ended.',
    isAddition: true,
    params: z.object({ run_id: RunId }),
    reply: data(z.object({})),
  }),

  /** Get a run with its question, durations and token usage. */
  inspect: endpoint({
    name: 'run.inspect',
    method: 'GET',
    path: null,
    audience: 'person',
    summary: 'Get a run with its question, durations and token usage',
    query: z.object({ run_id: RunId }),
    reply: data(
      z.object({
        run_id: RunId,
        session_id: z.uuid(),
        /** Null when it is unknown. */
        question: z.string().nullable(),
        status: z.enum(RUN_STATUSES),
        usage: z.object({ input_tokens: z.int(), output_tokens: z.int() }).nullable(),
        /** Null without a price. */
        cost_usd: z.number().nullable(),
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
    scopes: ['manage'],
    event: { target: 'run_id', about: ['decision', 'step_id'] },
    summary: 'Approve or deny a tool call that waits',
    description:
      'A call of a tool with approval `ask` waits for this, for at most ten minutes. GET /chat/approvals lists the waiting calls. `arguments` replace those of the model; fixed arguments may be left out, or sent back as they were shown. The model reads the `reason` of a denial. With approve_always the agent calls this tool without asking from now on. Fails with 404 when no call waits at this step. Fails with 400 for arguments that the tool does not take and for a changed fixed argument; the call then still waits.',
    isAddition: true,
    example: { step_id: 1, decision: 'approve' },
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
    scopes: ['chat', 'read'],
    summary: 'List the tool calls that wait for my approval',
    description: 'Includes those of stateless calls, whose run_id no other operation shows while they wait.',
    isAddition: true,
    query: z.object({ run_id: RunId.optional() }),
    reply: data(z.object({ approvals: z.array(Approval).describe('The calls that wait.') })),
  }),
} as const
