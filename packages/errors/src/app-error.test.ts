import { expect, test } from 'vitest'
import { AppError, isAppError } from './index.ts'

test('carries code, sentence, cause and retry advice', () => {
  const cause = new Error('socket closed')
  const error = new AppError('unavailable', 'Try again shortly.', {
    cause,
    isRetryable: true,
    retryAfterSeconds: 2,
  })
  expect(error).toMatchObject({
    code: 'unavailable',
    message: 'Try again shortly.',
    cause,
    retryAfterSeconds: 2,
  })
  expect(error.isRetryable).toBe(true)
})

test('is recognised by its marker property, not by its class', () => {
  expect(isAppError(new AppError('not_found', 'There is no such agent.'))).toBe(true)
  expect(isAppError({ [Symbol.for('parley.AppError')]: true })).toBe(true)
  expect(isAppError(new Error('x'))).toBe(false)
  expect(isAppError(null)).toBe(false)
})
