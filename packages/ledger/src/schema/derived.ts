import { misfit } from './issues.ts'
import { createSchema, readValue, type Schema } from './schema.ts'

/** A value that may also be null. */
export function nullable<Value>(schema: Schema<Value>): Schema<Value | null> {
  return createSchema<Value | null>((value) => (value === null ? { value } : readValue(schema, value)))
}

/** A field that may also be missing. */
export function optional<Value>(schema: Schema<Value>): Schema<Value | undefined> {
  return createSchema<Value | undefined>((value) =>
    value === undefined ? { value } : readValue(schema, value),
  )
}

/** A value that also fulfils the predicate. `expected` describes it: `a list of 5`. */
export function narrowed<Value, Narrow extends Value>(
  schema: Schema<Value>,
  isNarrow: (value: Value) => value is Narrow,
  expected: string,
): Schema<Narrow> {
  return createSchema((value) => {
    const reading = readValue(schema, value)
    if (reading.issues) return reading
    return isNarrow(reading.value) ? { value: reading.value } : misfit(expected, value)
  })
}

/** Converts the value of a schema. The function must not throw. */
export function converted<Value, Converted>(
  schema: Schema<Value>,
  convert: (value: Value) => Converted,
): Schema<Converted> {
  return createSchema((value) => {
    const reading = readValue(schema, value)
    return reading.issues ? reading : { value: convert(reading.value) }
  })
}
