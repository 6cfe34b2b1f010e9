import type { z } from 'zod'
import { InvalidNetworkError } from './invalid-network-error.ts'

/** The first fault a schema found, as an error that names the field under `root`. */
export function firstFault(root: string, error: z.ZodError): InvalidNetworkError {
  const [issue] = error.issues
  if (issue === undefined) return new InvalidNetworkError(root, 'is not of its form')
  const field = issue.path.reduce<string>((path, key) => {
    return typeof key === 'number' ? `${path}[${key}]` : `${path}.${String(key)}`
  }, root)
  if (issue.code === 'unrecognized_keys') {
    return new InvalidNetworkError(`${field}.${issue.keys[0]}`, 'is no such field')
  }
  if (issue.code === 'invalid_union') return new InvalidNetworkError(field, describeUnion(issue))
  return new InvalidNetworkError(field, issue.message)
}

function describeUnion(issue: z.core.$ZodIssueInvalidUnion): string {
  const messages = issue.errors.flatMap(([first]) => (first === undefined ? [] : [first.message]))
  return messages.length === 0 ? issue.message : messages.join(', or ')
}
