import { createSchema, readValue, type Schema } from '@parley/ledger'

/** A field with a default value. */
export function withDefault<Value>(schema: Schema<Value>, missing: Value): Schema<Value> {
  return createSchema((value) => (value === undefined ? { value: missing } : readValue(schema, value)))
}
