import { isIP } from 'node:net'
import { checkTarget, notReachable, type Rules } from './check-target.ts'
import { checkedLookup } from './checked-connector.ts'

/**
 * Looks a host up and returns an address that may be connected to. The caller connects to that address and
 * not to the name, which could mean something else a moment later. Throws AppError like a request does.
 */
export async function resolveAddress(
  { host, port }: { host: string; port: number },
  rules: Rules,
): Promise<string> {
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const target = checkTarget(address, rules)
  if (isIP(target.host) !== 0) return target.host
  return new Promise((resolve, reject) => {
    checkedLookup(target, rules)(target.host, {}, (error, found) => {
      if (error === null && typeof found === 'string') resolve(found)
      else reject(notReachable(rules.policy, error))
    })
  })
}
