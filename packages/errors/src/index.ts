export { AppError, type AppErrorOptions, type ErrorCode, isAppError } from './app-error.ts'
export { diskFullError, isDiskFull } from './disk-full.ts'
