import { type Endpoint, envelopeSchema } from '@parley/contract'
import { ParleyError } from './parley-error.ts'
import { type CallOptions, readJson, type ServiceConnection, sendOperation } from './send.ts'

/** Calls an operation and returns what its reply holds. Throws ParleyError. */
export async function call(
  connection: ServiceConnection,
  endpoint: Endpoint,
  { input, options }: { readonly input: Readonly<Record<string, unknown>>; readonly options: CallOptions },
): Promise<unknown> {
  const reply = await sendOperation(connection, endpoint, { input, options, accept: 'application/json' })
  return readEnvelope(endpoint, await readJson(reply), reply.status)
}

/** The output of an operation from its envelope. Throws ParleyError for a body of another form. */
export function readEnvelope(endpoint: Endpoint, body: unknown, status: number): unknown {
  const envelope = envelopeSchema(endpoint.reply).safeParse(body)
  if (!envelope.success) {
    throw new ParleyError(`The service answered ${endpoint.name} in a form this client does not know.`, {
      status,
      cause: envelope.error,
    })
  }
  const { status: _, ...rest } = envelope.data
  return endpoint.reply.kind === 'data' ? rest.data : rest
}
