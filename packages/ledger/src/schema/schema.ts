/** Where in a value something is not of its form, and why. */
export type Issue = Readonly<{
  /** The names and positions that lead there from the root. */
  path: readonly (string | number)[]
  /** To be read after the name of that place: `must be true or false, not 1`. */
  message: string
}>

/** What reading a value comes to: the value in its form, or the first thing that is wrong with it. */
export type Reading<Value> = Readonly<{ value: Value; issues?: undefined }> | Misfit
export type Misfit = Readonly<{ issues: readonly [Issue] }>

/**
 * A form that values have. It is read through `readValue`, or by whatever else speaks Standard Schema.
 *
 * @see https://standardschema.dev, version 1
 */
export type Schema<Value> = Readonly<{
  '~standard': Readonly<{
    version: 1
    vendor: '@parley/ledger'
    validate: (value: unknown) => Reading<Value>
    /** For the compiler only. */
    types?: Readonly<{ input: unknown; output: Value }>
  }>
}>

/** The type of the values that a schema reads. */
export type ValueOf<Form extends Schema<unknown>> = Form extends Schema<infer Value> ? Value : never

/** Makes a schema of the function that reads its values. That function must not throw. */
export function createSchema<Value>(validate: (value: unknown) => Reading<Value>): Schema<Value> {
  return { '~standard': { version: 1, vendor: '@parley/ledger', validate } }
}

/** Reads a value in its form. Does not throw. */
export function readValue<Value>(schema: Schema<Value>, value: unknown): Reading<Value> {
  return schema['~standard'].validate(value)
}
