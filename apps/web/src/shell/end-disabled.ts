import { type Deps, listDisabledUsers } from '@parley/core'
import type { Logger } from 'pino'
import type { OpenExchanges } from './open-exchanges.ts'

const LOOK_EVERY_MS = 1_000

/**
 * Ends the open exchanges of users that were disabled meanwhile, such as streams and exports, every second, whichever
 * replica disabled them. Returns a function that stops it.
 */
export function endDisabledExchanges(
  deps: Pick<Deps, 'db'>,
  exchanges: OpenExchanges,
  log: Logger,
): () => void {
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    endOnce(deps, exchanges)
      .catch((err) => log.error({ err }, 'exchanges of disabled users could not be ended'))
      .finally(() => {
        isBusy = false
      })
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

async function endOnce(deps: Pick<Deps, 'db'>, exchanges: OpenExchanges): Promise<void> {
  const users = exchanges.users()
  if (users.length === 0) return
  const disabled = new Set(await listDisabledUsers(deps, users))
  if (disabled.size > 0) exchanges.endOf((user) => disabled.has(user))
}
