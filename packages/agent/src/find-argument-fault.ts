import { checkValue, describeFaults, type JsonObject, type JsonSchema } from '@parley/domain'

/**
 * Returns a sentence for the model that says what is wrong with a tool's arguments, or null when they fit the
 * tool's schema. The work is bounded (see `checkValue`). Arguments whose check exceeds the bound do not fit.
 */
export function findArgumentFault(schema: JsonSchema, input: JsonObject): string | null {
  const check = checkValue(schema, input)
  if (check.kind === 'valid') return null
  if (check.kind === 'invalid') return describeFaults(check.faults, 'The arguments')
  return `The description of its arguments cannot be used: ${check.reason}.`
}
