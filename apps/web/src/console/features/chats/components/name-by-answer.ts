import { LIMITS } from '@parley/contract/limits'
import { readResults } from '#web/console/components/result/result-view.ts'
import type { Client } from '#web/console/trpc/client.ts'

/** Renames a chat to the title of the first chart of a run and returns the name; null when the run drew none. */
export async function nameByAnswer(
  client: Client,
  { sessionId, runId }: { readonly sessionId: string; readonly runId: string },
): Promise<string | null> {
  if (runId === '') return null
  const { steps } = await client.run.get.query({ run_id: runId })
  const title = readResults(steps).find(({ chart }) => chart?.spec.title !== undefined)?.title
  if (title === undefined) return null
  const name = title.slice(0, LIMITS.nameLength)
  await client.session.update.mutate({ session_id: sessionId, name })
  return name
}
