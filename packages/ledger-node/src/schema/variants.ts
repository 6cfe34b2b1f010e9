import {
  createSchema,
  isObject,
  misfit,
  misfitAt,
  readValue,
  type Schema,
  type ValueOf,
} from '@parley/ledger'

/** An object of one of several forms, selected by the text in one of its fields. */
export function variants<Forms extends Readonly<Record<string, Schema<unknown>>>>(
  name: string,
  forms: Forms,
): Schema<ValueOf<Forms[keyof Forms]>> {
  const known = new Map(Object.entries(forms) as [string, Schema<ValueOf<Forms[keyof Forms]>>][])
  const expected = `one of ${[...known.keys()].join(', ')}`
  return createSchema((value) => {
    if (!isObject(value)) return misfit('an object', value)
    const word = Object.hasOwn(value, name) ? value[name] : undefined
    const form = typeof word === 'string' ? known.get(word) : undefined
    return form === undefined ? misfitAt(name, misfit(expected, word)) : readValue(form, value)
  })
}
