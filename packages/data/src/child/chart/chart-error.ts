import { TaskError } from '../task-error.ts'

/** A chart that cannot be drawn as asked; the child itself is fine. */
export function chartError(message: string): TaskError {
  return new TaskError('invalid', message, { isReusable: true })
}

/** A chart that asks for something it may not have; the child itself is fine. */
export function chartRefusal(message: string): TaskError {
  return new TaskError('refused', message, { isReusable: true })
}
