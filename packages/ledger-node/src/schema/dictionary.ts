import { createSchema, isObject, misfit, misfitAt, readValue, type Schema } from '@parley/ledger'

/** An object with any names, whose values have one form. */
export function dictionary<Value>(element: Schema<Value>): Schema<Record<string, Value>> {
  return createSchema((value) => {
    if (!isObject(value)) return misfit('an object', value)
    const entries: [string, Value][] = []
    for (const [name, part] of Object.entries(value)) {
      const reading = readValue(element, part)
      if (reading.issues) return misfitAt(name, reading)
      entries.push([name, reading.value])
    }
    return { value: Object.fromEntries(entries) }
  })
}
