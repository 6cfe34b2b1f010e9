import { connect, isIP, type Socket } from 'node:net'
import { checkTarget, notReachable, type Rules } from './check-target.ts'
import { checkedLookup } from './checked-connector.ts'

/** A server whose address was checked. */
export type CheckedServer = {
  readonly address: string
  /** Opens a TCP connection to the address. A connection that takes too long ends with the error ETIMEDOUT. */
  readonly connect: () => Socket
}

/**
 * Resolves a host to an allowed address. Connections go to this address and not to the name, which may resolve to
 * another address later. Throws the AppErrors of a request.
 */
export async function resolveServer(
  { host, port }: { host: string; port: number },
  rules: Rules,
): Promise<CheckedServer> {
  const address = await resolveAddress({ host, port }, rules)
  return { address, connect: () => openSocket({ address, port }, rules.policy.connectMs) }
}

function openSocket({ address, port }: { address: string; port: number }, connectMs: number): Socket {
  const socket = connect({ host: address, port, noDelay: true })
  const timer = setTimeout(() => socket.destroy(timedOut()), connectMs)
  return socket.once('connect', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}

function timedOut(): Error {
  return Object.assign(new Error('The connection was not accepted in time.'), { code: 'ETIMEDOUT' })
}

async function resolveAddress({ host, port }: { host: string; port: number }, rules: Rules): Promise<string> {
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
