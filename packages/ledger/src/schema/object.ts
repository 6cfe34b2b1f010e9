import { misfit, misfitAt } from './issues.ts'
import { createSchema, readValue, type Schema, type ValueOf } from './schema.ts'

export type Fields = Readonly<Record<string, Schema<unknown>>>

type OptionalName<Form extends Fields> = {
  [Name in keyof Form]: undefined extends ValueOf<Form[Name]> ? Name : never
}[keyof Form]

type Shaped<Type> = { [Name in keyof Type]: Type[Name] }

// A mapped type like Pick: editors then show the docblock of a form's field at the value's field.
type Required<Form extends Fields, Names extends keyof Form> = { [Name in Names]: ValueOf<Form[Name]> }
type Optional<Form extends Fields, Names extends keyof Form> = {
  [Name in Names]?: Exclude<ValueOf<Form[Name]>, undefined>
}

type ObjectOf<Form extends Fields> = Shaped<
  Required<Form, Exclude<keyof Form, OptionalName<Form>>> & Optional<Form, OptionalName<Form>>
>

/** The schema of an object, with the schemas of its fields. */
export type ObjectSchema<Form extends Fields> = Schema<ObjectOf<Form>> & Readonly<{ fields: Form }>

/**
 * Creates the schema of an object with these own fields. Optional fields may be missing; other fields are
 * dropped.
 */
export function object<Form extends Fields>(fields: Form): ObjectSchema<Form> {
  const entries = Object.entries(fields)
  const schema = createSchema((value) => {
    if (!isObject(value)) return misfit('an object', value)
    const whole: Record<string, unknown> = {}
    for (const [name, field] of entries) {
      const part = readValue(field, Object.hasOwn(value, name) ? value[name] : undefined)
      if (part.issues) return misfitAt(name, part)
      if (part.value !== undefined) whole[name] = part.value
    }
    return { value: whole as ObjectOf<Form> } // every field was read by its schema
  })
  return { ...schema, fields }
}

/** Whether a value is an object that is neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
