import { createSchema, readValue, type Schema } from '@parley/ledger'

/** Returns a schema that reads undefined as the value `missing`, and any other value with the given schema. */
export function withDefault<Value>(schema: Schema<Value>, missing: Value): Schema<Value> {
  return createSchema((value) => (value === undefined ? { value: missing } : readValue(schema, value)))
}
