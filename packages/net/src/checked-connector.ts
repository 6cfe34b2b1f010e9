import { type LookupAddress, lookup as lookUpName } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { isAllowedAddress, notReachable, type Rules, type Target } from './check-target.ts'

/**
 * A connector for one origin that connects to allowed addresses only. The check runs in the look-up of the
 * connection itself, so that no second look-up can give another address. One refused address among the answers
 * refuses the name. Literal addresses need no look-up and are checked first.
 */
export function checkedConnector(target: Target, rules: Rules): buildConnector.connector {
  const connect = buildConnector({
    timeout: rules.policy.connectMs,
    allowH2: false,
    lookup: checkedLookup(target, rules),
  })
  return (options, callback) => {
    if (isIP(target.host) !== 0 && !isAllowedAddress(target.host, target, rules)) {
      callback(notReachable(rules.policy), null)
      return
    }
    connect(options, callback)
  }
}

/** A `lookup` for sockets that answers only when every address of the name is allowed. */
export function checkedLookup(target: Target, rules: Rules): LookupFunction {
  return (hostname, options, callback) => {
    lookUpName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(error, '', 0)
        return
      }
      const [first] = addresses
      if (first === undefined || !areAllowed(addresses, target, rules)) {
        callback(notReachable(rules.policy), '', 0)
        return
      }
      if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

function areAllowed(addresses: LookupAddress[], target: Target, rules: Rules): boolean {
  return addresses.every(({ address }) => isAllowedAddress(address, target, rules))
}
