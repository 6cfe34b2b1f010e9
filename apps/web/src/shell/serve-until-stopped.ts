import type { Logger } from 'pino'
import type { Shell } from './create-shell.ts'

/** Turns under way at a stop get this long before they are interrupted. */
const GRACE_MS = 30_000
/** The same, for somebody who asks a second time. */
const HASTY_GRACE_MS = 500

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Serves until the process is asked to stop, or until something fails that nobody has caught: its state cannot be
 * trusted then, but what is under way can still end. Closes the shell and gives the exit code.
 */
export async function serveUntilStopped(
  shell: Shell,
  log: Logger,
  { graceMs = GRACE_MS } = {},
): Promise<number> {
  const stop = await Promise.race([nextSignal(), firstFault(log)])
  log.info({ stop }, 'stopping')
  const hasty = nextSignal().then(() => shell.close(HASTY_GRACE_MS))
  await Promise.race([shell.close(graceMs), hasty])
  return stop === 'fault' ? 1 : 0
}

function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of SIGNALS) process.once(signal, () => resolve(signal))
  })
}

/** Rejections that nobody handles arrive here too. */
function firstFault(log: Logger): Promise<'fault'> {
  return new Promise((resolve) => {
    process.on('uncaughtException', (err) => {
      log.fatal({ err }, 'nobody caught this')
      resolve('fault')
    })
  })
}
