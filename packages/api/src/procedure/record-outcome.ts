import type { Endpoint } from '@parley/contract'
import { type Caller, eventCaller, type OwnerId, recordEvent } from '@parley/core'
import type { ErrorCode } from '@parley/errors'
import type { Context } from './context.ts'
import { toAppError } from './to-app-error.ts'

/** Refusals that are events too. Others, such as a wrong field, are mistakes. */
const REFUSALS = new Set<ErrorCode>(['forbidden', 'rate_limited'])

type Attempt = { readonly endpoint: Endpoint; readonly caller: Caller | null; readonly input: unknown }

/**
 * Runs an operation, and records it where its endpoint says so: after it succeeded, before the caller gets the reply. A
 * refusal is recorded too. Throws what the operation throws, and `unavailable` when the event cannot be stored.
 */
export async function recordOutcome(
  context: Context,
  { endpoint, caller, input }: Attempt,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const { event } = endpoint
  if (!event || !caller) return work()
  const record = (outcome: string, output: unknown) =>
    recordEvent(context.deps, {
      ...eventCaller(caller),
      door: context.door ?? 'rest',
      clientAddress: context.clientAddress ?? null,
      action: endpoint.name,
      outcome,
      targetId:
        event.target === undefined ? null : (fieldOf(output, event.target) ?? fieldOf(input, event.target)),
      // A checked id of a user.
      targetPerson: event.person === undefined ? null : (fieldOf(input, event.person) as OwnerId),
      detail: namesIn(input, event.about ?? []),
    })
  let output: unknown
  try {
    output = await work()
  } catch (error) {
    const { code } = toAppError(error)
    if (REFUSALS.has(code)) await record(code, null)
    throw error
  }
  await record('ok', output)
  return output
}

function namesIn(input: unknown, fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = fieldOf(input, field)
      return value === null ? [] : [[field, value]]
    }),
  )
}

function fieldOf(value: unknown, field: string): string | null {
  const found: unknown = Object(value)[field]
  return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean'
    ? String(found)
    : null
}
