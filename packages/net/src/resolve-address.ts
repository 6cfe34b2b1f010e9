import { isIP } from 'node:net'
import { checkTarget, notReachable, type Rules } from './check-target.ts'
import { checkedLookup } from './checked-connector.ts'

/**
 * Resolves a host to an allowed address. The caller must connect to this address and not to the name, which
 * may resolve to another address later. Throws the AppErrors of a request.
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
