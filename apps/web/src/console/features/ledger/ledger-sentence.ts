import { isLedgerError, type LedgerError } from '@parley/ledger'
import { COMPONENT_TEXTS } from '#web/console/components/texts.ts'
import { translateSentence } from '#web/language/translate-sentence.ts'
import { LEDGER_TEXTS } from './texts.ts'

/** The prefix that the client adds to a node's error text. */
const NODE_SAYS = 'The ledger node answered: '

/** A failed read as a sentence for the user. `notFound` is the sentence for a missing record. */
export function ledgerSentence(error: unknown, notFound?: string): string {
  if (!isLedgerError(error))
    return error instanceof Error ? translateSentence(error.message) : COMPONENT_TEXTS.offline
  if (error.code === 'not_found' && notFound !== undefined) return notFound
  if (error.code === 'timeout') return LEDGER_TEXTS.errors.timeout
  if (error.code === 'transport') return LEDGER_TEXTS.errors.transport
  return translateSentence(isOfGateway(error) ? error.message.slice(NODE_SAYS.length) : error.message)
}

/** The gateway writes its own sentences about a node without a usable reply. */
function isOfGateway({ rpcCode, message }: LedgerError): boolean {
  return rpcCode === -32001 && message.startsWith(NODE_SAYS)
}
