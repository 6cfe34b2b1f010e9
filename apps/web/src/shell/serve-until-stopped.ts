import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Shell } from './create-shell.ts'

/** Grace period of open turns after a stop, before they are interrupted. */
const GRACE_MS = 30_000
/** The grace period after a second signal. */
const HASTY_GRACE_MS = 500

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Error codes of broken connections; they do not mean that the process is in a bad state. */
const CONNECTION_CODES = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
])

/**
 * Serves until a signal asks the process to stop or an exception reaches no handler. Then closes the shell and returns
 * the exit code: 0 after a signal, 1 after an exception. `drainDelayMs` is the time between a signal and the close in
 * which requests are still handled and `/readyz` answers 503: load balancers learn of a stop late. A second signal ends
 * the wait. Rejected promises without a handler and errors of broken
 * connections are logged, and the process goes on (docs/decisions/0018-last-resort.md).
 */
export async function serveUntilStopped(
  shell: Shell,
  log: Logger,
  { graceMs = GRACE_MS, drainDelayMs = 0 } = {},
): Promise<number> {
  const stop = await Promise.race([nextSignal(), firstException(log)])
  log.info({ stop }, 'stopping')
  const second = nextSignal()
  const hasty = second.then(() => shell.close(HASTY_GRACE_MS))
  if (stop !== 'exception' && drainDelayMs > 0) {
    shell.announceStop()
    await Promise.race([wait(drainDelayMs), second])
  }
  await Promise.race([shell.close(graceMs), hasty])
  return stop === 'exception' ? 1 : 0
}

function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of SIGNALS) process.once(signal, () => resolve(signal))
  })
}

function firstException(log: Logger): Promise<'exception'> {
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled rejection'))
  return new Promise((resolve) => {
    process.on('uncaughtException', (err: Error & { readonly code?: string }) => {
      if (CONNECTION_CODES.has(err.code ?? '')) {
        log.error({ err }, 'a broken connection without an error listener')
        return
      }
      log.fatal({ err }, 'uncaught exception')
      resolve('exception')
    })
  })
}
