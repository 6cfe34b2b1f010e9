import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'
import type { JsonObject, JsonValue } from '@parley/agent'
import { simplifySchema } from './simplify-schema.ts'

/** What is wrong with a value, or null. */
export type OutputCheck = (value: JsonValue) => string | null

const nothing: OutputCheck = () => null

/**
 * Checks structured results against a tool's output schema, compiled when the first one comes. A schema that
 * cannot be used checks nothing: the result is only data.
 */
export function createOutputCheck(outputSchema: JsonObject | undefined): OutputCheck {
  let check: OutputCheck | undefined
  return (value) => {
    check ??= outputSchema ? compile(outputSchema) : nothing
    return check(value)
  }
}

function compile(outputSchema: JsonObject): OutputCheck {
  const simple = simplifySchema(outputSchema)
  if (simple.kind === 'unusable') return nothing
  try {
    const validate = new AjvJsonSchemaValidator().getValidator(simple.schema)
    return (value) => {
      const checked = validate(value)
      return checked.valid ? null : (checked.errorMessage ?? 'it has another form').slice(0, 500)
    }
  } catch {
    return nothing
  }
}
