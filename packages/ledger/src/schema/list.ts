import { misfit, misfitAt } from './issues.ts'
import { createSchema, readValue, type Schema } from './schema.ts'

/** A list of any length with values of one form. */
export function list<Value>(element: Schema<Value>): Schema<Value[]> {
  return createSchema((value) => {
    if (!Array.isArray(value)) return misfit('a list', value)
    const whole: Value[] = []
    for (const [place, part] of value.entries()) {
      const reading = readValue(element, part)
      if (reading.issues) return misfitAt(place, reading)
      whole.push(reading.value)
    }
    return { value: whole }
  })
}
