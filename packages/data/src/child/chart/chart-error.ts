import { TaskError } from '../task-error.ts'

/** A chart that cannot be drawn; the child itself is usable. */
export function chartError(message: string): TaskError {
  return new TaskError('invalid', message, { isReusable: true })
}

/** A chart with forbidden content; the child itself is usable. */
export function chartRefusal(message: string): TaskError {
  return new TaskError('refused', message, { isReusable: true })
}
