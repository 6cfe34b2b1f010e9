import type { Fault, Passing } from './open-broken-server.ts'

// biome-ignore lint/suspicious/noExplicitAny: a fault changes whatever field it is about.
export type Body = any

/** A server that breaks one rule: what it does, and the anchor of the rule. */
export type BrokenServer = readonly [name: string, anchor: string, fault: Fault]

/** Changes the JSON body of a reply. */
export const json = (reply: Passing, change: (body: Body) => void) => {
  if (!reply.headers['content-type']?.startsWith('application/json') || reply.text === '') return
  const body = JSON.parse(reply.text)
  change(body)
  reply.text = JSON.stringify(body)
}
/** Changes successes of a path. */
export const onPath = (form: RegExp, change: (body: Body) => void, method?: string): Fault => ({
  reply: (reply, { path, method: sent }) => {
    if (form.test(path) && (method === undefined || method === sent) && reply.status < 300)
      json(reply, change)
  },
})
/** Replaces a status. */
export const onStatus = (from: number, to: number): Fault => ({
  reply: (reply) => {
    if (reply.status === from) reply.status = to
  },
})
/** Replaces or removes a header. */
export const onHeader = (name: string, value?: string): Fault => ({
  reply: ({ headers }) => {
    if (value === undefined) delete headers[name]
    else if (headers[name] !== undefined) headers[name] = value
  },
})
/** Sends a request of the second user with the credential of the first. */
export const asFirst =
  (form: RegExp): NonNullable<Fault['request']> =>
  ({ path, headers }, { first, second }) =>
    form.test(path) && headers.authorization === `Bearer ${second}`
      ? { headers: { authorization: `Bearer ${first}` } }
      : undefined
/** Changes the steps of a trace. */
export const onSteps = (change: (steps: Body[]) => void) =>
  onPath(/^\/api\/chat\/run\/[^/]+$/, ({ data }) => change(data.steps))
/** Changes the result of a method of the ledger. */
export const onResult = (method: string, change: (result: Body) => void): Fault => ({
  reply: (reply, { body }) => {
    if (body.includes(`chainvm.${method}"`)) json(reply, ({ result }) => change(result))
  },
})
