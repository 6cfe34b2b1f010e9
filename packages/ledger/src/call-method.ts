import { LedgerError } from './ledger-error.ts'
import type { LedgerNetwork } from './network.ts'
import { placeOf } from './schema/issues.ts'
import type { ObjectSchema } from './schema/object.ts'
import { readValue, type Schema } from './schema/schema.ts'
import type { SendRequest } from './send-request.ts'

/**
 * A method of the interface. The client and a node that serves it use the same definitions. `params`
 * describes the sent parameters, `result` the received result, with integers as bigints.
 */
export type LedgerMethod = Readonly<{
  /** The method's name without the network's prefix. */
  name: string
  params: ObjectSchema<Readonly<Record<string, Schema<string>>>>
  result: Schema<unknown>
}>

/** The arguments that a method function needs for its call. */
export type LedgerConnection = Readonly<{ network: LedgerNetwork; send: SendRequest }>

export type LedgerCallOptions = Readonly<{
  /** Ends the call, which then throws LedgerError `cancelled`. */
  signal?: AbortSignal
}>

/**
 * Makes one call and checks its result against the method's schema. Drops fields that the schema does not
 * name.
 *
 * @throws LedgerError of every code except `invalid_argument`, which the method functions throw before the
 *   call.
 */
export async function callMethod<Params, Result>(
  connection: LedgerConnection,
  method: { name: string; params: Schema<Params>; result: Schema<Result> },
  { params, signal }: LedgerCallOptions & { params?: Params & Readonly<Record<string, string>> },
): Promise<Result> {
  const call = { method: connection.network.methodPrefix + method.name, ...(params && { params }) }
  const result = await connection.send(call, signal ?? new AbortController().signal)
  const reading = readValue(method.result, result)
  if (!reading.issues) return reading.value
  const [issue] = reading.issues
  throw new LedgerError(
    'invalid_reply',
    `The ledger node's reply to ${method.name} is invalid: ${placeOf('result', issue)} ${issue.message}.`,
  )
}
