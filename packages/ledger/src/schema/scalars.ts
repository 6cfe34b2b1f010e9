import { misfit } from './issues.ts'
import { createSchema, type Schema } from './schema.ts'

/** Any text. */
export const Text: Schema<string> = createSchema((value) =>
  typeof value === 'string' ? { value } : misfit('a text', value),
)

/** Exactly this text. */
export function literal<Word extends string>(word: Word): Schema<Word> {
  return createSchema((value) => (value === word ? { value: word } : misfit(JSON.stringify(word), value)))
}

/** True or false. */
export const Flag: Schema<boolean> = createSchema((value) =>
  typeof value === 'boolean' ? { value } : misfit('true or false', value),
)

/** A number that need not be an integer, such as a rate. */
export const Real: Schema<number> = createSchema((value) => {
  const real = typeof value === 'bigint' ? Number(value) : value
  return typeof real === 'number' && Number.isFinite(real) ? { value: real } : misfit('a number', value)
})

/** An integer within inclusive limits, as a bigint. */
export function integer(min: bigint, max: bigint): Schema<bigint> {
  const expected = `an integer from ${min} to ${max}`
  return createSchema((value) => {
    const exact = exactInteger(value)
    return exact !== undefined && exact >= min && exact <= max ? { value: exact } : misfit(expected, value)
  })
}

// A caller's transport may use plain JSON.parse; small integers are exact there too.
function exactInteger(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  return Number.isSafeInteger(value) ? BigInt(Number(value)) : undefined
}
