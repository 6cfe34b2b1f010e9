import {
  callMethod,
  type LedgerCallOptions,
  type LedgerConnection,
  type LedgerMethod,
} from '../call-method.ts'
import { object } from '../schema/object.ts'
import { ValidatorsResult } from './validator-entry.ts'

export const allValidatorsMethod = {
  name: 'allValidators' as const,
  params: object({}),
  result: ValidatorsResult,
} satisfies LedgerMethod

/**
 * Lists every validator of the network, active or not, in no particular order.
 *
 * @throws LedgerError as every call; see LedgerErrorCode.
 * @see ledger JSON-RPC interface, `allValidators`
 */
export function allValidators(
  connection: LedgerConnection,
  options: LedgerCallOptions = {},
): Promise<ValidatorsResult> {
  return callMethod(connection, allValidatorsMethod, options)
}
