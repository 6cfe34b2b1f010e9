import * as z from 'zod'
import { data } from './envelope.ts'
import { RunId } from './step.ts'

const path = z.string().meta({ examples: ['/api/chat/run/7f8a2c4e-0000-4000-8000-000000000003/events'] })

/** The reply of status 202: a run that goes on without its caller. */
export const BackgroundRun = z
  .object({
    run_id: RunId,
    status: z.literal('running').describe('Always `running`.'),
    links: z
      .object({
        events: path.describe('Follows the run to its end.'),
        run: path.describe('The trace of the run.'),
        cancel: path.describe('Stops the run.'),
      })
      .describe('Where the run goes on, as paths on this origin.'),
  })
  .meta({ id: 'BackgroundRun', description: 'A run that goes on in the background.' })
export type BackgroundRun = z.infer<typeof BackgroundRun>

export const backgroundReply = data(BackgroundRun)
