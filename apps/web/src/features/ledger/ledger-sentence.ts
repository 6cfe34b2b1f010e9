import { isLedgerError, type LedgerError } from '@parley/ledger'
import { COMPONENT_TEXTS } from '#web/components/texts.ts'
import { LEDGER_TEXTS } from './texts.ts'

/** What the client puts before the words of a node. */
const NODE_SAYS = 'The ledger node answered: '

/** A failed reading as a sentence for the person. `notFound` says it for what was looked up. */
export function ledgerSentence(error: unknown, notFound?: string): string {
  if (!isLedgerError(error)) return error instanceof Error ? error.message : COMPONENT_TEXTS.offline
  if (error.code === 'not_found' && notFound !== undefined) return notFound
  if (error.code === 'timeout') return LEDGER_TEXTS.errors.timeout
  if (error.code === 'transport') return LEDGER_TEXTS.errors.transport
  return isOfGateway(error) ? error.message.slice(NODE_SAYS.length) : error.message
}

/** The gateway speaks in whole sentences of its own about a node that gave no answer. */
function isOfGateway({ rpcCode, message }: LedgerError): boolean {
  return rpcCode === -32001 && message.startsWith(NODE_SAYS)
}
