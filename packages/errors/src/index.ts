export { AppError, type AppErrorOptions, ERROR_CODES, type ErrorCode, isAppError } from './app-error.ts'
