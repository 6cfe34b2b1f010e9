import * as z from 'zod'
import { LIMITS } from './limits.ts'
import { JsonObject } from './text.ts'
import { UtcTimestamp } from './timestamp.ts'

export const RunId = z
  .uuid()
  .meta({ description: 'The id of a run.', examples: ['7f8a2c4e-0000-4000-8000-000000000003'] })

export const StepId = z
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
