import type { ToolResult } from '@parley/agent'
import { isAppError } from '@parley/errors'
import type { TaskFailure } from '../sandbox/tasks.ts'

/** A failed call as a step and as the model reads it: one sentence. */
export function toolFailure(status: 'error' | 'refused' | 'timeout', message: string): ToolResult {
  return { status, output: { error: message }, content: message }
}

/** The failure of a sandbox task as a tool result. */
export function taskFailure({ reason, message }: TaskFailure): ToolResult {
  return toolFailure(reason === 'refused' || reason === 'timeout' ? reason : 'error', message)
}

/** Turns what is thrown for the caller to read into a failed call: a busy sandbox, an address out of reach. The rest goes on. */
export function thrownFailure(error: unknown): ToolResult {
  if (isAppError(error) && error.code !== 'internal') return toolFailure('error', error.message)
  throw error
}
