import type { TaskFailure } from '../sandbox/tasks.ts'

/**
 * A failed task with a message for the caller. The child is discarded unless the error marks it as reusable.
 */
export class TaskError extends Error {
  override readonly name = 'TaskError'
  readonly reason: TaskFailure['reason']
  readonly isReusable: boolean

  constructor(
    reason: TaskFailure['reason'],
    message: string,
    options: { isReusable?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.reason = reason
    this.isReusable = options.isReusable ?? false
  }
}
