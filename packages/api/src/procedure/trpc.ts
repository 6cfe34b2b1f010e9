import { initTRPC } from '@trpc/server'
import type { Context, Meta } from './context.ts'
import { STATUS } from './status.ts'
import { toAppError } from './to-app-error.ts'

/** The one tRPC instance. Errors leave with their code and sentence, never with a stack. */
export const trpc = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    errorFormatter({ shape, error }) {
      const { code, message, retryAfterSeconds } = toAppError(error)
      const data = { code: shape.data.code, httpStatus: STATUS[code], errorCode: code, retryAfterSeconds }
      return { ...shape, message, data }
    },
  })
