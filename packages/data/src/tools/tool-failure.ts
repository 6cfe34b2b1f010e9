import type { ToolResult } from '@parley/agent'
import { isAppError } from '@parley/errors'
import type { TaskFailure } from '../sandbox/tasks.ts'

/** A failed call as a step and as the model reads it: one sentence. */
export function toolFailure(status: 'error' | 'refused' | 'timeout', message: string): ToolResult {
  return { status, output: { error: message }, content: message }
}

/** The failure of a sandbox task as a tool result; `message` may say more than the task could. */
export function taskFailure(failure: TaskFailure, message = failure.message): ToolResult {
  const isNamed = failure.reason === 'refused' || failure.reason === 'timeout'
  return toolFailure(isNamed ? failure.reason : 'error', message)
}

/** Turns what a full or closing sandbox throws into a failed call; anything else goes on. */
export function thrownFailure(error: unknown): ToolResult {
  if (isAppError(error) && error.code === 'unavailable') return toolFailure('error', error.message)
  throw error
}
