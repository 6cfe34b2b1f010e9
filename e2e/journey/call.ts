import type { Page } from 'playwright'

/**
 * Calls a procedure as the signed-in user of a page, for the set-up of a journey. `kind` is the kind of the
 * procedure.
 */
export async function call<Output>(
  page: Page,
  procedure: string,
  { kind = 'mutation', input = {} }: { kind?: 'query' | 'mutation'; input?: unknown },
): Promise<Output> {
  const reply = await page.evaluate(
    async ({ procedure, kind, input }) => {
      const text = JSON.stringify(input)
      const response =
        kind === 'query'
          ? await fetch(`/api/trpc/${procedure}?input=${encodeURIComponent(text)}`)
          : await fetch(`/api/trpc/${procedure}`, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: text,
            })
      return { status: response.status, text: await response.text() }
    },
    { procedure, kind, input },
  )
  if (reply.status !== 200) throw new Error(`${procedure} answered ${reply.status}: ${reply.text}`)
  return JSON.parse(reply.text).result.data as Output
}

/** How many messages the service has stored in a session of the page's user. */
export async function countMessages(page: Page, session_id: string | undefined): Promise<number> {
  const options = { kind: 'query' as const, input: { session_id } }
  const { messages } = await call<{ messages: unknown[] }>(page, 'session.get', options)
  return messages.length
}
