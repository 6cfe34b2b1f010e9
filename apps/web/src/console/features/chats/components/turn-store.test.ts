import type { AssistantReply } from '@parley/contract'
import { TRPCClientError } from '@trpc/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TurnEvent } from '#web/console/components/conversation/turn.ts'
import { createTurnStore, type TurnPorts } from './turn-store.ts'
import { createUnsentQuestions } from './unsent-questions.ts'

const reply: AssistantReply = {
  role: 'assistant',
  content: 'Four.',
  type: 'chat',
  status: 'ok',
  run_id: '',
  artifacts: null,
  suggestions: ['And three and three?'],
}

function storeWith(ask: TurnPorts['ask']) {
  const ports = {
    ask: vi.fn(ask),
    cancel: vi.fn(async () => ({})),
    follow: vi.fn<TurnPorts['follow']>(async () => stream()),
    onAnswer: vi.fn(),
    onFailure: vi.fn(() => false),
    keepWaiting: vi.fn<TurnPorts['keepWaiting']>(),
    takeWaiting: () => undefined,
    placeIn: () => 2,
    unsent: createUnsentQuestions(),
  }
  return { store: createTurnStore(ports), ports }
}

async function* stream(...events: TurnEvent[]): AsyncGenerator<TurnEvent> {
  yield* events
}

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('a turn with an answer', () => {
  it('passes the answer on and keeps its suggestions', async () => {
    const { store, ports } = storeWith(async () => stream({ type: 'message', message: reply }))
    await store.start('a', 'Two and two?')
    expect(ports.onAnswer).toHaveBeenCalledWith(
      'a',
      { question: 'Two and two?', images: [], place: 2 },
      reply,
    )
    expect(store.get('a')).toEqual({ phase: 'answered', suggestions: ['And three and three?'] })
  })

  it('shows text and steps while they arrive', async () => {
    const hold = Promise.withResolvers<void>()
    const { store } = storeWith(async () =>
      (async function* (): AsyncGenerator<TurnEvent> {
        yield { type: 'run', run_id: 'r' }
        yield { type: 'step_start', step_id: 1, agent_name: 'execute_sql', input: {} }
        yield { type: 'step_progress', step_id: 1, text: 'reading' }
        yield { type: 'text', delta: 'Fo' }
        await hold.promise
        yield { type: 'message', message: reply }
      })(),
    )
    const turn = store.start('a', 'Two and two?')
    await vi.waitFor(() =>
      expect(store.get('a')).toMatchObject({ runId: 'r', text: 'Fo', steps: [{ progress: 'reading' }] }),
    )
    hold.resolve()
    await turn
    expect(store.get('a')?.phase).toBe('answered')
  })

  it('is not sent twice at the same time', async () => {
    const hold = Promise.withResolvers<AsyncIterable<TurnEvent>>()
    const { store, ports } = storeWith(() => hold.promise)
    const first = store.start('a', 'one')
    await store.start('a', 'two')
    hold.resolve(stream({ type: 'message', message: reply }))
    await first
    expect(ports.ask).toHaveBeenCalledTimes(1)
  })
})

describe('a turn without an answer', () => {
  it('was not sent when the service refused the question', async () => {
    const refusal = TRPCClientError.from({
      error: { code: -32_000, message: 'The session is still answering.', data: { httpStatus: 409 } },
    })
    const { store, ports } = storeWith(() => Promise.reject(refusal))
    await store.start('a', 'one')
    expect(store.get('a')).toMatchObject({ phase: 'failed', question: 'one', wasSent: false })
    expect(ports.onFailure).toHaveBeenCalledWith('a', { question: 'one', error: refusal, isLost: true })
  })

  it('may be in the history when the connection broke before its run was known', async () => {
    const { store, ports } = storeWith(async () => stream())
    await store.start('a', 'one')
    expect(ports.follow).not.toHaveBeenCalled()
    expect(store.get('a')).toMatchObject({ phase: 'failed', wasSent: true })
    store.dismiss('a')
    expect(store.get('a')).toBeNull()
  })

  it('was sent when the run fails before the page has drawn it', async () => {
    const failure = TRPCClientError.from({
      error: { code: -32_000, message: 'The model answered 500.', data: { httpStatus: 502 } },
    })
    const { store } = storeWith(async () =>
      (async function* (): AsyncGenerator<TurnEvent> {
        yield { type: 'run', run_id: 'r' }
        throw failure
      })(),
    )
    await store.start('a', 'one')
    expect(store.get('a')).toMatchObject({ phase: 'failed', wasSent: true })
  })
})

describe('a stream that breaks', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const cut = async () =>
    stream({ id: '1', type: 'run', run_id: 'r' }, { id: '2.2', type: 'text', delta: 'Fo' })

  it('is continued behind its last event', async () => {
    const { store, ports } = storeWith(cut)
    ports.follow.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    ports.follow.mockResolvedValueOnce(stream({ id: '2.3', type: 'text', delta: 'u' }))
    ports.follow.mockResolvedValueOnce(stream({ type: 'message', message: reply }))
    const turn = store.start('a', 'Two and two?')
    await vi.runAllTimersAsync()
    await turn
    expect(ports.follow.mock.calls).toEqual([
      ['r', '2.2'],
      ['r', '2.2'],
      ['r', '2.3'],
    ])
    expect(ports.onAnswer).toHaveBeenCalledWith(
      'a',
      { question: 'Two and two?', images: [], place: 2 },
      reply,
    )
  })

  it('fails when it cannot be continued for half a minute', async () => {
    const { store, ports } = storeWith(cut)
    const turn = store.start('a', 'one')
    await vi.runAllTimersAsync()
    await turn
    expect(ports.follow).toHaveBeenCalledTimes(7)
    expect(store.get('a')).toMatchObject({ phase: 'failed', wasSent: true })
  })
})

describe('the running turn of another page', () => {
  const ask = async () => stream()

  it('is followed from its first event', async () => {
    const { store, ports } = storeWith(ask)
    ports.follow.mockResolvedValueOnce(stream({ type: 'message', message: reply }))
    await store.resume('a', { question: 'one', images: [], runId: 'r' })
    expect(ports.follow).toHaveBeenCalledWith('r', undefined)
    expect(ports.onAnswer).toHaveBeenCalledWith('a', { question: 'one', images: [], place: 2 }, reply)
  })

  it('does not replace a question that was not sent', async () => {
    const refusal = TRPCClientError.from({
      error: { code: -32_000, message: 'The session is still answering.', data: { httpStatus: 409 } },
    })
    const { store, ports } = storeWith(() => Promise.reject(refusal))
    await store.start('a', 'mine')
    await store.resume('a', { question: 'theirs', images: [], runId: 'r' })
    expect(ports.follow).not.toHaveBeenCalled()
    expect(store.get('a')).toMatchObject({ phase: 'failed', question: 'mine' })
  })
})

describe('a question after one that failed', () => {
  const fail = () => Promise.reject(new TypeError('Failed to fetch'))

  it('keeps the failed one with its images among the waiting ones', async () => {
    const { store, ports } = storeWith(fail)
    await store.start('a', 'one', ['data:image/png;base64,AA'])
    await store.start('a', 'two')
    expect(ports.keepWaiting).toHaveBeenCalledExactlyOnceWith(
      'a',
      expect.objectContaining({ question: 'one', images: ['data:image/png;base64,AA'] }),
    )
    expect(store.get('a')).toMatchObject({ phase: 'failed', question: 'two' })
  })

  it('replaces the failed one when it is the same', async () => {
    const { store, ports } = storeWith(fail)
    await store.start('a', 'one')
    await store.start('a', 'one')
    expect(ports.keepWaiting).not.toHaveBeenCalled()
  })
})

describe('a page that is loaded again', () => {
  const never = () => new Promise<never>(() => {})
  const reloaded = () => storeWith(never).store

  it('has the question that was on its way, as one without an answer', () => {
    const { store } = storeWith(never)
    void store.start('a', 'one', ['data:image/png;base64,AA'])
    const after = reloaded()
    expect(after.get('a')).toMatchObject({
      ...{ phase: 'failed', wasSent: true, question: 'one', place: 2 },
      images: ['data:image/png;base64,AA'],
    })
    after.dismiss('a')
    expect(reloaded().get('a')).toBeNull()
  })

  it('has a question that did not reach the service', async () => {
    const { store } = storeWith(() => Promise.reject(new TypeError('Failed to fetch')))
    await store.start('a', 'one')
    expect(reloaded().get('a')).toMatchObject({ phase: 'failed', question: 'one' })
  })

  it('does not have a question whose run has begun', async () => {
    const { store } = storeWith(async () => stream({ type: 'run', run_id: 'r' }))
    await Promise.race([
      store.start('a', 'one'),
      vi.waitFor(() => expect(store.get('a')).toMatchObject({ runId: 'r' })),
    ])
    expect(reloaded().get('a')).toBeNull()
  })

  it('follows the run of a question that arrived after all', async () => {
    const { store } = storeWith(never)
    void store.start('a', 'one')
    const { store: after, ports } = storeWith(never)
    ports.follow.mockResolvedValueOnce(stream({ type: 'message', message: reply }))
    await after.resume('a', { question: 'one', images: [], runId: 'r' })
    expect(after.get('a')?.phase).toBe('answered')
    expect(reloaded().get('a')).toBeNull()
  })
})

describe('stopping', () => {
  it('cancels the run, also before its id is known', async () => {
    const hold = Promise.withResolvers<void>()
    const { store, ports } = storeWith(async () =>
      (async function* (): AsyncGenerator<TurnEvent> {
        await hold.promise
        yield { type: 'run', run_id: 'r' }
        yield { type: 'message', message: { ...reply, status: 'cancelled' } }
      })(),
    )
    const turn = store.start('a', 'one')
    store.stop('a')
    expect(ports.cancel).not.toHaveBeenCalled()
    hold.resolve()
    await turn
    expect(ports.cancel).toHaveBeenCalledWith('r')
  })
})
