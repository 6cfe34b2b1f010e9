import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { LIMITS } from './limits.ts'
import { ENDPOINTS } from './operations.ts'

const sources = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
  .join('\n')

test.each(ENDPOINTS)(
  '$name shows its summary to an editor that hovers over the client',
  ({ name, summary }) => {
    const [, verb] = name.split('.')
    expect(sources).toContain(`  /** ${summary}. */\n  ${verb}: endpoint({\n    name: '${name}',`)
  },
)

/** The paths of whole numbers without a bound that a database column holds. Amounts are stored as JSON. */
function unboundedIntegers(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, maximum, const: fixed } = schema as { type?: unknown; maximum?: unknown; const?: unknown }
  const isBounded =
    fixed !== undefined ||
    maximum === LIMITS.amount ||
    Number(maximum ?? Number.POSITIVE_INFINITY) <= LIMITS.integer
  const own = type === 'integer' && !isBounded ? [path] : []
  return [
    ...own,
    ...Object.entries(schema).flatMap(([key, part]) => unboundedIntegers(part, `${path}.${key}`)),
  ]
}

test('every whole number of an input has a bound that a database column holds', () => {
  const unbounded = ENDPOINTS.flatMap(({ name, input }) => {
    const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
    return unboundedIntegers(schema, name)
  })
  expect(unbounded).toEqual([])
})
