import type { LEDGER_METHODS, LedgerMethodName, ValueOf } from '@parley/ledger'
import type { Chain } from '../chain/create-chain.ts'
import type { EmissionState } from '../emission/emission-state.ts'

/** The state that one call is answered from. */
export type View = Readonly<{
  chain: Chain
  height: number
  emission: () => EmissionState
}>

type AnswerResult<Name extends LedgerMethodName> = ValueOf<(typeof LEDGER_METHODS)[Name]['result']>

/** Answers one method: its result, or the text of its error. Must not throw. */
export type Answer<Name extends LedgerMethodName> = (
  view: View,
  params: Readonly<
    Record<keyof (typeof LEDGER_METHODS)[Name]['params']['fields'] & string, string | undefined>
  >,
) => { result: AnswerResult<Name> } | { error: string }

/** The text of the error for arguments that are not of their type. */
export const ARGUMENT_ERROR = "couldn't unmarshal an argument: check the params and their forms"
