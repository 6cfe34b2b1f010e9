import { AppError } from '@parley/errors'
import type * as z from 'zod'

/** Maximum fields that one message lists. */
const FIELDS_LISTED = 20

/**
 * Returns the value with the type of the schema. Throws `invalid_request` with a message that names every
 * wrong field and what it must be, such as `name: is missing; port: must be at most 65535.`
 */
export function checkInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const checked = schema.safeParse(value, { error: describeIssue })
  if (checked.success) return checked.data
  throw new AppError('invalid_request', describeFields(checked.error.issues), { cause: checked.error })
}

function describeFields(issues: readonly z.core.$ZodIssue[]): string {
  const fields = new Map<string, string>()
  for (const { path, message } of issues) {
    const field = path.map(String).join('.') || 'body'
    // The first problem of a field. The others often follow from it.
    if (!fields.has(field)) fields.set(field, message)
  }
  const listed = [...fields].slice(0, FIELDS_LISTED).map(([field, message]) => `${field}: ${message}`)
  const rest = fields.size - listed.length
  return `${listed.join('; ')}${rest > 0 ? `; and ${rest} more fields are wrong` : ''}.`
}

/** Says what a field must be. Used when the schema itself has no message. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${nameType(issue.expected)}`
    case 'invalid_value':
      return `must be ${listValues(issue.values)}`
    case 'too_big':
      return describeBound('at most', issue.origin, issue.maximum)
    case 'too_small':
      return describeBound('at least', issue.origin, issue.minimum)
    case 'invalid_format':
      return `must be ${FORMATS[issue.format] ?? 'of the documented form'}`
    case 'invalid_key':
      return 'must have keys of the documented form'
    default:
      return issue.input === undefined ? 'is missing' : 'must be one of the documented forms'
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  url: 'an http or https address',
  datetime: 'a time such as 2026-01-31T12:00:00Z',
}

function nameType(expected: string): string {
  return TYPES[expected] ?? 'of the documented type'
}

function listValues(values: readonly unknown[]): string {
  const names = values.map(String)
  if (names.length === 1) return String(names[0])
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

function describeBound(bound: 'at most' | 'at least', origin: string, limit: number | bigint): string {
  if (origin === 'string') return `must have ${bound} ${countOf(limit, 'character')}`
  if (origin === 'array') return `must have ${bound} ${countOf(limit, 'entry', 'entries')}`
  return `must be ${bound} ${limit}`
}

function countOf(count: number | bigint, one: string, many = `${one}s`): string {
  return `${count} ${Number(count) === 1 ? one : many}`
}
