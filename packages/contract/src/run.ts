import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { data } from './envelope.ts'
import { MESSAGE_STATUSES } from './message.ts'
import { JsonObject } from './text.ts'
import { UtcTimestamp } from './timestamp.ts'

export const RunId = z.uuid()

const TRACE_STATUSES = ['ok', 'error', 'timeout', 'refused', 'cancelled', 'partial'] as const

/** Closes every trace. */
export const FINAL_STEP = 'final_response'

export const Step = z.object({
  step_id: z.int().min(1),
  agent_name: z.string(),
  input: JsonObject.nullable(),
  output: JsonObject,
  status: z.enum(TRACE_STATUSES),
  created_at: UtcTimestamp,
})
export type Step = z.infer<typeof Step>

/** A step of a stateless call says which run it belongs to. */
export const StatelessStep = Step.extend({ run_id: RunId })

export const getRun = endpoint({
  name: 'run.get',
  method: 'GET',
  path: '/chat/run/{run_id}',
  audience: 'user',
  summary: 'Get the trace of a run, step by step',
  params: z.object({ run_id: RunId }),
  reply: data(z.object({ steps: z.array(Step) })),
})

export const cancelRun = endpoint({
  name: 'run.cancel',
  method: 'POST',
  path: '/chat/run/{run_id}/cancel',
  audience: 'user',
  summary: 'Stop a run that is under way',
  description: 'The text written so far is kept with status cancelled. 409 when the run has ended already.',
  isAddition: true,
  params: z.object({ run_id: RunId }),
  reply: data(z.object({})),
})

const RUN_STATUSES = ['running', ...MESSAGE_STATUSES] as const

/** A run as the console shows it: with durations and what the vendor counted. */
export const inspectRun = endpoint({
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
})
