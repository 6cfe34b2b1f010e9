import {
  createSchema,
  type Fields,
  fault,
  isObject,
  misfitAt,
  type ObjectSchema,
  object,
  readValue,
} from '@parley/ledger'

/** An object with exactly these fields, so that a misspelt field is reported. */
export function closedObject<Form extends Fields>(fields: Form): ObjectSchema<Form> {
  const open = object(fields)
  const schema = createSchema((value) => {
    const names = isObject(value) ? Object.keys(value) : []
    const stranger = names.find((name) => !Object.hasOwn(fields, name))
    return stranger === undefined ? readValue(open, value) : misfitAt(stranger, fault('is not a known field'))
  })
  return { ...schema, fields }
}
