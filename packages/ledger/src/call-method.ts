import type { z } from 'zod'
import { LedgerError } from './ledger-error.ts'
import type { LedgerNetwork } from './network.ts'
import type { SendRequest } from './send-request.ts'

/**
 * One method of the interface. The client and a node that serves it use the same definitions: `params` is
 * what goes over the wire, `result` what comes back, with its integers as bigints.
 */
export type LedgerMethod = Readonly<{
  /** Without the network's prefix. */
  name: string
  params: z.ZodObject<Record<string, z.ZodString>>
  result: z.ZodType
}>

/** What a method function needs to make its call. */
export type LedgerConnection = Readonly<{ network: LedgerNetwork; send: SendRequest }>

export type CallOptions = Readonly<{
  /** Ends the call; it then throws LedgerError `cancelled`. */
  signal?: AbortSignal
}>

/**
 * Makes one call and checks its result against the method's schema. Fields the schema does not name are
 * dropped.
 *
 * @throws LedgerError of every code but `invalid_argument`, which the method functions throw before.
 */
export async function callMethod<Method extends LedgerMethod>(
  connection: LedgerConnection,
  method: Method,
  { params, signal }: CallOptions & { params?: z.infer<Method['params']> },
): Promise<z.infer<Method['result']>> {
  const call = { method: connection.network.methodPrefix + method.name, ...(params && { params }) }
  const result = await connection.send(call, signal ?? new AbortController().signal)
  const checked = method.result.safeParse(result)
  if (checked.success) return checked.data as z.infer<Method['result']> // safeParse widens a generic schema
  const [issue] = checked.error.issues
  const where = issue === undefined ? '' : ` at ${issue.path.join('.') || 'its root'}: ${issue.message}`
  throw new LedgerError(
    'invalid_reply',
    `The ledger node's result for ${method.name} is not of its form${where}.`,
    {
      cause: checked.error,
    },
  )
}
