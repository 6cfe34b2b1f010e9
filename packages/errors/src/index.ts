export { AppError, type AppErrorOptions, type ErrorCode, isAppError, type LimitState } from './app-error.ts'
export { diskFullError, isDiskFull } from './disk-full.ts'
