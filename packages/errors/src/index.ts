export { AppError, type AppErrorOptions, type ErrorCode, isAppError } from './app-error.ts'
