import { scriptedModel } from '@parley/agent/testing'
import { AppError } from '@parley/errors'
import { expect, test } from 'vitest'
import { ask, stage } from './testing/ask.ts'
import { withRetries } from './with-retries.ts'

function passing(retryAfterSeconds?: number): AppError {
  const advice = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  return new AppError('upstream_failed', 'Busy.', { isRetryable: true, ...advice })
}

test('retries after the wait that the vendor asked for, at most twice', async () => {
  const two = scriptedModel([passing(0), passing(0), 'Done.'])
  expect((await ask(withRetries(two.model))).reply.text).toBe('Done.')

  const three = scriptedModel([passing(0), passing(0), passing(0), 'Never.'])
  await expect(ask(withRetries(three.model))).rejects.toThrow('Busy.')
  expect(three.requests).toHaveLength(3)
})

test('retries after a default wait when the vendor named none', async () => {
  const scripted = scriptedModel([passing(), 'Done.'])
  expect((await ask(withRetries(scripted.model))).reply.text).toBe('Done.')
})

test('does not wait longer than the maximum', async () => {
  const scripted = scriptedModel([passing(11), 'Never.'])
  await expect(ask(withRetries(scripted.model))).rejects.toMatchObject({ retryAfterSeconds: 11 })
  expect(scripted.requests).toHaveLength(1)
})

test('does not retry permanent errors, nor errors other than AppError', async () => {
  const refused = scriptedModel([new AppError('upstream_failed', 'Refused.'), 'Never.'])
  await expect(ask(withRetries(refused.model))).rejects.toThrow('Refused.')
  const broken = scriptedModel([new TypeError('a defect'), 'Never.'])
  await expect(ask(withRetries(broken.model))).rejects.toThrow('a defect')
})

test('never retries after the first delta', async () => {
  const deltas = [{ type: 'text', delta: 'There' }] as const
  const scripted = scriptedModel([{ deltas, error: passing(0) }, 'Never.'])
  await expect(ask(withRetries(scripted.model), { isStreaming: true })).rejects.toThrow('Busy.')
  expect(scripted.requests).toHaveLength(1)
})

test('a wait ends with the reason of an aborted signal', async () => {
  const scripted = scriptedModel([passing(9), 'Never.'])
  const abort = new AbortController()
  const asked = ask(withRetries(scripted.model), { signal: abort.signal })
  const reason = new Error('The user pressed stop.')
  setTimeout(() => abort.abort(reason), 20)
  await expect(asked).rejects.toBe(reason)
})

test('retries real requests until the vendor recovers', async () => {
  const busy = { status: 429, headers: { 'retry-after': '0' }, pieces: ['{}'] }
  const down = { status: 502, headers: { 'retry-after-ms': '1' }, pieces: ['<html>'] }
  await using scene = await stage('ollama', [busy, down, { text: 'Done.' }])
  expect((await ask(withRetries(scene.model), { isStreaming: true })).reply.text).toBe('Done.')
  expect(scene.vendor.requests).toHaveLength(3)
})
