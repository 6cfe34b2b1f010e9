import type { LEDGER_METHODS, LedgerMethodName, ValueOf } from '@parley/ledger'
import type { Chain } from '../../chain/create-chain.ts'
import type { EmissionState } from '../../emission/emission-state.ts'

/** The state that one call reads. */
export type View = Readonly<{
  chain: Chain
  height: number
  emission: () => EmissionState
}>

type MethodResult<Name extends LedgerMethodName> = ValueOf<(typeof LEDGER_METHODS)[Name]['result']>

/** Handles one method: returns its result, or the text of its error. Must not throw. */
export type MethodHandler<Name extends LedgerMethodName> = (
  view: View,
  params: Readonly<
    Record<keyof (typeof LEDGER_METHODS)[Name]['params']['fields'] & string, string | undefined>
  >,
) => { result: MethodResult<Name> } | { error: string }

/** The error text for parameters of the wrong type. */
export const ARGUMENT_ERROR = "couldn't unmarshal an argument: check the params and their forms"
