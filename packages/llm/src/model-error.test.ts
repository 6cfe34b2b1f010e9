import { describe, expect, test } from 'vitest'
import { errorFromReply } from './model-error.ts'

function errorOf(status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return errorFromReply(
    { status, header: (name) => headers[name], text },
    { label: 'Gemini', model: 'gemini-3' },
  )
}

describe('says what is wrong and what to do', () => {
  test.each<[number, unknown, RegExp]>([
    [
      401,
      { error: { message: 'Incorrect API key sk-1', code: 'invalid_api_key' } },
      /refused the key\. Check api_key/,
    ],
    [
      400,
      [{ error: { code: 400, message: 'API key not valid. Please pass a valid API key.' } }],
      /refused the key/,
    ],
    [402, { error: { message: 'Insufficient Balance' } }, /no credit left/],
    [429, { error: { code: 'insufficient_quota' } }, /no credit left/],
    [
      429,
      [
        {
          error: {
            status: 'RESOURCE_EXHAUSTED',
            message: 'Quota exceeded, check your plan and billing details.',
          },
        },
      ],
      /rate limit/,
    ],
    [403, '', /does not let this key use the model gemini-3/],
    [404, { error: 'model "x" not found, try pulling it first' }, /knows no model gemini-3/],
    [400, { error: { code: 'context_length_exceeded' } }, /longer than the model gemini-3 can read/],
    [413, '<html>', /longer than the model/],
    [400, { error: 'registry.ollama.ai/library/x does not support tools' }, /cannot use tools/],
    [400, { error: { code: 'tool_use_failed', failed_generation: '<fn>' } }, /could not read/],
    [400, 'nonsense', /refused the request as invalid/],
    [418, '', /unexpected HTTP status 418/],
    [529, { type: 'error', error: { type: 'overloaded_error' } }, /fails at present \(HTTP status 529\)/],
  ])('%i %j', (status, body, sentence) => {
    expect(errorOf(status, body).message).toMatch(sentence)
  })

  test('quotes nothing of the reply', () => {
    const body = { error: { message: 'key sk-1 from 10.0.0.7 said: my secret prompt', code: 'sk-1' } }
    for (const status of [400, 401, 403, 404, 422, 429, 500]) {
      expect(errorOf(status, body).message).not.toMatch(/sk-1|10\.0\.0\.7|secret/)
    }
  })
})

describe('marks retryable errors', () => {
  test.each([
    [408, true],
    [429, true],
    [500, true],
    [503, true],
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [422, false],
  ])('%i: %s', (status, isRetryable) => {
    expect(errorOf(status, '').isRetryable).toBe(isRetryable)
  })

  test.each<[Record<string, string>, unknown, number | undefined]>([
    [{ 'retry-after': '7' }, '', 7],
    [{ 'retry-after-ms': '1500', 'retry-after': '9' }, '', 1.5],
    [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, '', 0],
    [{}, [{ error: { details: [{ '@type': 'RetryInfo', retryDelay: '17s' }] } }], 17],
    [{ 'retry-after': 'soon' }, '', undefined],
    [{}, '', undefined],
  ])('%j %j', (headers, body, seconds) => {
    expect(errorOf(429, body, headers).retryAfterSeconds).toBe(seconds)
  })
})
