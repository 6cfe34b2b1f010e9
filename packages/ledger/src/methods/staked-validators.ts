import {
  callMethod,
  type LedgerCallOptions,
  type LedgerConnection,
  type LedgerMethod,
} from '../call-method.ts'
import { object } from '../schema/object.ts'
import { ValidatorsResult } from './validator-entry.ts'

export const stakedValidatorsMethod = {
  name: 'stakedValidators' as const,
  params: object({}),
  result: ValidatorsResult,
} satisfies LedgerMethod

/**
 * Lists the validators that registered a stake, in no particular order. The list includes stakes that have not
 * started or have ended; their `isActive` is false.
 *
 * @throws LedgerError as every call; see LedgerErrorCode.
 * @see ledger JSON-RPC interface, `stakedValidators`
 */
export function stakedValidators(
  connection: LedgerConnection,
  options: LedgerCallOptions = {},
): Promise<ValidatorsResult> {
  return callMethod(connection, stakedValidatorsMethod, options)
}
