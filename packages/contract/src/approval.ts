import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { data, emptyData } from './envelope.ts'
import { LIMITS } from './limits.ts'
import { RunId } from './run.ts'
import { JsonObject, text } from './text.ts'
import { UtcTimestamp } from './timestamp.ts'

/** A tool call that waits for its owner. */
const Approval = z.object({
  run_id: RunId,
  step_id: z.int().min(1),
  tool_name: z.string(),
  tool_server_id: z.string(),
  /** What the model wants to send; values the owner fixed are not among them. */
  arguments: JsonObject,
  created_at: UtcTimestamp,
})
export type Approval = z.infer<typeof Approval>

export const approveRun = endpoint({
  name: 'run.approve',
  method: 'POST',
  path: '/chat/run/{run_id}/approve',
  audience: 'user',
  summary: 'Approve or deny a tool call that waits',
  description:
    'Tools bound with approval ask wait for this, ten minutes at most; GET /chat/approvals lists them. arguments replace what the model wanted to ' +
    'send, reason is what the model reads of a denial; with approve_always the agent calls this tool without asking from now on. 404 when nothing waits at this step, 400 for arguments the tool does not take; it waits on then.',
  isAddition: true,
  params: z.object({ run_id: RunId }),
  body: z.object({
    step_id: z.int().min(1),
    decision: z.enum(['approve', 'approve_always', 'deny']),
    arguments: JsonObject.optional(),
    reason: text(LIMITS.descriptionLength).optional(),
  }),
  reply: emptyData,
})

export const listApprovals = endpoint({
  name: 'run.listApprovals',
  method: 'GET',
  path: '/chat/approvals',
  audience: 'user',
  summary: 'List the tool calls that wait for my approval',
  description: 'Also those of stateless calls, whose run_id is known from nowhere else while they wait.',
  isAddition: true,
  query: z.object({ run_id: RunId.optional() }),
  reply: data(z.object({ approvals: z.array(Approval) })),
})
