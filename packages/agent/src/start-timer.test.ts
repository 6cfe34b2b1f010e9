import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTimer } from './start-timer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a timer without pauses ends on time', () => {
  const onEnd = vi.fn()
  startTimer(1000, onEnd)
  vi.advanceTimersByTime(999)
  expect(onEnd).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onEnd).toHaveBeenCalledOnce()
})

test('paused time does not count, also when pauses overlap', () => {
  const onEnd = vi.fn()
  const timer = startTimer(1000, onEnd)
  vi.advanceTimersByTime(600)
  const [one, other] = [timer.pause(), timer.pause()]
  vi.advanceTimersByTime(60_000)
  one()
  one()
  vi.advanceTimersByTime(60_000)
  other()
  vi.advanceTimersByTime(399)
  expect(onEnd).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onEnd).toHaveBeenCalledOnce()
})

test('a stopped timer never fires, not even after a pause', () => {
  const onEnd = vi.fn()
  const timer = startTimer(1000, onEnd)
  const resume = timer.pause()
  timer.stop()
  resume()
  vi.advanceTimersByTime(60_000)
  expect(onEnd).not.toHaveBeenCalled()
})
