import { TaskError } from '../task-error.ts'

/** Creates the error of a chart that cannot be drawn. The child can serve further tasks. */
export function chartError(message: string): TaskError {
  return new TaskError('invalid', message, { isReusable: true })
}

/** Creates the error of a chart with forbidden content. The child can serve further tasks. */
export function chartRefusal(message: string): TaskError {
  return new TaskError('refused', message, { isReusable: true })
}
