/** The place of an invalid part of a value, and the reason. */
export type Issue = Readonly<{
  /** The names and positions from the root to the place. */
  path: readonly (string | number)[]
  /** The reason, to follow the name of the place: `must be true or false, not 1`. */
  message: string
}>

/** The result of reading a value: the value, or its first issue. */
export type SchemaReading<Value> = Readonly<{ value: Value; issues?: undefined }> | Misfit
export type Misfit = Readonly<{ issues: readonly [Issue] }>

/**
 * Describes a form of values. Read a value with `readValue` or with any library for Standard Schema.
 *
 * @see https://standardschema.dev, version 1
 */
export type Schema<Value> = Readonly<{
  '~standard': Readonly<{
    version: 1
    vendor: '@parley/ledger'
    validate: (value: unknown) => SchemaReading<Value>
    /** For the compiler only. */
    types?: Readonly<{ input: unknown; output: Value }>
  }>
}>

/** The type of the values that a schema reads. */
export type ValueOf<Form extends Schema<unknown>> = Form extends Schema<infer Value> ? Value : never

/** Creates a schema from the function that reads its values. That function must not throw. */
export function createSchema<Value>(validate: (value: unknown) => SchemaReading<Value>): Schema<Value> {
  return { '~standard': { version: 1, vendor: '@parley/ledger', validate } }
}

/** Reads a value in its form. Does not throw. */
export function readValue<Value>(schema: Schema<Value>, value: unknown): SchemaReading<Value> {
  return schema['~standard'].validate(value)
}
