import type { Page } from 'playwright'

// A call may last as long as a whole turn.
const CALL_MS = 120_000

/**
 * Calls a procedure as the signed-in user of a page, for the set-up of a journey. The page need not be open yet. `kind` is
 * the kind of the procedure.
 */
export async function call<Output>(
  page: Page,
  procedure: string,
  { kind = 'mutation', input = {} }: { kind?: 'query' | 'mutation'; input?: unknown },
): Promise<Output> {
  const text = JSON.stringify(input)
  const path = `/api/trpc/${procedure}`
  const reply =
    kind === 'query'
      ? await page.request.get(at(page, `${path}?input=${encodeURIComponent(text)}`))
      : await page.request.post(at(page, path), {
          headers: { 'content-type': 'application/json' },
          data: text,
          timeout: CALL_MS,
        })
  if (reply.status() !== 200)
    throw new Error(`${procedure} answered ${reply.status()}: ${await reply.text()}`)
  return (await reply.json()).result.data as Output
}

/** The address of a path at the service of the open page, or at the journey's service while no page is open. */
function at(page: Page, path: string): string {
  return page.url().startsWith('http') ? new URL(path, page.url()).href : path
}

/** How many messages the service has stored in a session of the page's user. */
export async function countMessages(page: Page, session_id: string | undefined): Promise<number> {
  const options = { kind: 'query' as const, input: { session_id } }
  const { messages } = await call<{ messages: unknown[] }>(page, 'session.get', options)
  return messages.length
}
