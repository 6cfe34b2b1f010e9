import type * as z from 'zod'

export type Environment = Readonly<Record<string, string | undefined>>

/** An environment variable with the schema of its value. */
type Variable<Value> = {
  readonly variable: string
  readonly parse: (text: string | undefined) => z.ZodSafeParseResult<Value>
}

type Table = { readonly [name: string]: Variable<unknown> | Table }

/** The values of a table of variables, under the names of the table. */
export type ValuesOf<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends Variable<infer Value> ? Value : ValuesOf<Group[Name]>
}

/** A variable whose schema also says what an absent value means. */
export function variable<Value>(name: string, schema: z.ZodType<Value>): Variable<Value> {
  return { variable: name, parse: (text) => schema.safeParse(text) }
}

/** A variable that may be absent; it is null then. */
export function optional<Value>(name: string, schema: z.ZodType<Value>): Variable<Value | null> {
  return {
    variable: name,
    parse: (text) => (text === undefined ? { success: true, data: null } : schema.safeParse(text)),
  }
}

/**
 * Reads every variable of a table from an environment. Throws an Error that names the first variable with a wrong
 * value and says what is wrong.
 */
export function readVariables<Group extends Table>(table: Group, environment: Environment): ValuesOf<Group> {
  const values = Object.entries(table).map(([name, entry]) => [
    name,
    isVariable(entry) ? readVariable(entry, environment) : readVariables(entry, environment),
  ])
  // Each entry was read under its own name by its own schema.
  return Object.fromEntries(values) as ValuesOf<Group>
}

/** The names of the variables of a table, in its order. */
export function namesIn(table: Table): string[] {
  return Object.values(table).flatMap((entry) => (isVariable(entry) ? [entry.variable] : namesIn(entry)))
}

function isVariable(entry: Variable<unknown> | Table): entry is Variable<unknown> {
  return typeof entry.parse === 'function'
}

function readVariable({ variable: name, parse }: Variable<unknown>, environment: Environment): unknown {
  const parsed = parse(environment[name])
  if (parsed.success) return parsed.data
  throw new Error(`${name}: ${parsed.error.issues[0]?.message}`)
}
