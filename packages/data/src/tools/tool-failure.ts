import type { ToolResult } from '@parley/agent'
import { diskFullError, isAppError, isDiskFull } from '@parley/errors'
import type { TaskFailure } from '../sandbox/tasks.ts'

/** A failed call, with one sentence for the step and for the model. */
export function toolFailure(status: 'error' | 'refused' | 'timeout', message: string): ToolResult {
  return { status, output: { error: message }, content: message }
}

/** The failure of a sandbox task as a tool result. */
export function taskFailure({ reason, message }: TaskFailure): ToolResult {
  return toolFailure(reason === 'refused' || reason === 'timeout' ? reason : 'error', message)
}

/** Turns a full disk and an AppError for the caller (a busy sandbox, an unreachable address) into a failed call. Throws every other error. */
export function thrownFailure(error: unknown): ToolResult {
  if (isDiskFull(error)) return toolFailure('error', diskFullError(error).message)
  if (isAppError(error) && error.code !== 'internal') return toolFailure('error', error.message)
  throw error
}
