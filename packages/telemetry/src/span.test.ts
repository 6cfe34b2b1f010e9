import { afterEach, expect, test } from 'vitest'
import { inSpan } from './in-span.ts'
import { beginSpan, recordSpans, type SpanStart } from './span.ts'
import { spanEvents } from './span-events.ts'

let stop = () => {}
afterEach(() => stop())

/** Records what happens to spans, in order, under their names. */
function record(): string[] {
  const log: string[] = []
  stop = recordSpans(({ name }) => ({
    set: (attributes) => void log.push(`${name} has ${Object.keys(attributes).join()}`),
    within(work) {
      log.push(`${name} within`)
      return work()
    },
    end: (errorType) => void log.push(`${name} ends${errorType ? ` with ${errorType}` : ''}`),
  }))
  return log
}

const start = (): SpanStart => ({ name: 'work', kind: 'internal' })
const never = (): SpanStart => {
  throw new Error('Nothing is recorded, so nothing may be described.')
}

async function* count(): AsyncGenerator<number, string, void> {
  yield 1
  yield 2
  return 'done'
}

test('without a recorder nothing is described, and a generator is returned as it is', async () => {
  const events = count()
  expect(spanEvents(never, () => events)).toBe(events)
  expect(await inSpan(never, async (span) => span.within(() => 3))).toBe(3)
  expect(() => beginSpan(never).end()).not.toThrow()
})

test('a second recorder is refused, and one can be set after the first was removed', () => {
  record()
  expect(() => recordSpans(() => beginSpan(start))).toThrow('Spans are recorded already.')
  stop()
  expect(record()).toEqual([])
})

test('work that throws ends its span with the code of its error, and throws it', async () => {
  const log = record()
  const error = Object.assign(new Error('secret'), { code: 'unavailable' })
  const failing = inSpan(start, () => Promise.reject(error))
  await expect(failing).rejects.toBe(error)
  await expect(inSpan(start, () => Promise.reject(new RangeError('secret')))).rejects.toThrow()
  await expect(inSpan(start, () => Promise.reject('secret'))).rejects.toBe('secret')
  expect(log.filter((line) => line.includes('with ')).map((line) => line.split('with ')[1])).toEqual([
    'unavailable',
    'RangeError',
    'unknown',
  ])
})

test('each event of a generator is made within its span, which ends with the last one', async () => {
  const log = record()
  const seen: number[] = []
  const events = spanEvents(start, () => count())
  let next = await events.next()
  for (; !next.done; next = await events.next()) seen.push(next.value)
  expect([seen, next.value]).toEqual([[1, 2], 'done'])
  expect(log).toEqual([...Array(4).fill('work within'), 'work ends'])
})

test('a reader that leaves ends the generator and its span', async () => {
  const log = record()
  let isCleaned = false
  const events = spanEvents(start, async function* cleaned() {
    try {
      yield* count()
    } finally {
      isCleaned = true
    }
  })
  for await (const event of events) if (event === 1) break
  expect(isCleaned).toBe(true)
  expect(log.at(-1)).toBe('work ends')
})

test('a generator that throws ends its span with the kind of the error', async () => {
  const log = record()
  const events = spanEvents(start, async function* broken(): AsyncGenerator<number, void, void> {
    yield 1
    throw new TypeError('secret')
  })
  await events.next()
  await expect(events.next()).rejects.toThrow('secret')
  expect(log).toContain('work ends with TypeError')
})
