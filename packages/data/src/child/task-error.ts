import type { TaskFailure } from '../sandbox/tasks.ts'

/** A task that failed in a way its caller can read. Unless it is said to be reusable, the child is thrown away. */
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
