import { createSchema, readValue, type Schema } from '@parley/ledger'

/** A field that has this value where it is missing. */
export function withDefault<Value>(schema: Schema<Value>, missing: Value): Schema<Value> {
  return createSchema((value) => (value === undefined ? { value: missing } : readValue(schema, value)))
}
