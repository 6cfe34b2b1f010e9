import { LEDGER_METHODS, type LedgerMethodName } from '@parley/ledger'
import { NETWORK } from '../rules/constants.ts'

/** The method of a name on the wire, or the text of the error when there is none. */
export function findMethod(name: string): { method: LedgerMethodName } | { error: string } {
  const method = METHODS.get(name)
  if (method !== undefined) return { method }
  const dot = name.indexOf('.')
  if (dot === -1) return { error: illFormed(name) }
  const service = name.slice(0, dot + 1)
  const word = name.slice(dot + 1)
  if (/^\p{Lu}/u.test(word)) return { error: 'method must start with a non-uppercase letter' }

  // Errors quote the name as the service registered it, with an upper-case initial.
  const quoted = service + word.replace(/^./u, (initial) => initial.toUpperCase())
  if (word.includes('.')) return { error: illFormed(quoted) }
  if (service !== NETWORK.methodPrefix) return { error: `rpc: can't find service ${JSON.stringify(quoted)}` }
  return { error: `rpc: can't find method ${JSON.stringify(quoted)}` }
}

const METHODS = new Map<string, LedgerMethodName>(
  Object.values(LEDGER_METHODS).map(({ name }) => [NETWORK.methodPrefix + name, name]),
)

function illFormed(name: string): string {
  return `rpc: service/method request ill-formed: ${JSON.stringify(name)}`
}
