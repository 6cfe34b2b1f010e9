import { type Deps, listDisabledUsers } from '@parley/core'
import type { Logger } from 'pino'
import type { OpenExchanges } from './open-exchanges.ts'

const LOOK_EVERY_MS = 1_000

/**
 * Ends the open exchanges of users that were disabled meanwhile, such as streams and exports, whichever replica
 * disabled them. It looks once a second, and ends those of users that two looks in a row found disabled: a person who
 * erases their own account is disabled before the reply to that is sent. Returns a function that stops it.
 */
export function endDisabledExchanges(
  deps: Pick<Deps, 'db'>,
  exchanges: OpenExchanges,
  log: Logger,
): () => void {
  let isBusy = false
  let disabledBefore: ReadonlySet<string> = new Set()
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    findDisabled(deps, exchanges)
      .then((disabled) => {
        exchanges.endOf((user) => disabled.has(user) && disabledBefore.has(user))
        disabledBefore = disabled
      })
      .catch((err) => log.error({ err }, 'exchanges of disabled users could not be ended'))
      .finally(() => {
        isBusy = false
      })
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

async function findDisabled(deps: Pick<Deps, 'db'>, exchanges: OpenExchanges): Promise<Set<string>> {
  const users = exchanges.users()
  return new Set(users.length > 0 ? await listDisabledUsers(deps, users) : [])
}
