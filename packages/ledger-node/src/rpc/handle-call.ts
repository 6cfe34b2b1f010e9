import { LEDGER_METHODS, type LedgerMethodName, stringifyJson } from '@parley/ledger'
import { type Chain, currentHeight } from '../chain/create-chain.ts'
import { readEmission } from '../chain/read-emission.ts'
import type { EmissionState } from '../emission/emission-state.ts'
import { type DecodedParams, decodeParams } from './decode-params.ts'
import { handleAllValidators } from './methods/all-validators.ts'
import { handleAsset } from './methods/asset.ts'
import { handleBalance } from './methods/balance.ts'
import { handleEmissionInfo } from './methods/emission-info.ts'
import { handleGenesis } from './methods/genesis.ts'
import { ARGUMENT_ERROR, type MethodHandler, type View } from './methods/method.ts'
import { handleStakedValidators } from './methods/staked-validators.ts'
import { handleTx } from './methods/tx.ts'
import { handleUserStake } from './methods/user-stake.ts'
import { handleValidatorStake } from './methods/validator-stake.ts'

/** The outcome of a call: the JSON text of its result, or the text of its error. */
type CallOutcome = { readonly result: string } | { readonly error: string }

/** Handles the calls to one network. */
export type HandleCall = (chain: Chain, method: LedgerMethodName, params: unknown) => CallOutcome

const HANDLERS: { [Name in LedgerMethodName]: MethodHandler<Name> } = {
  genesis: handleGenesis,
  tx: handleTx,
  asset: handleAsset,
  balance: handleBalance,
  emissionInfo: handleEmissionInfo,
  allValidators: handleAllValidators,
  stakedValidators: handleStakedValidators,
  validatorStake: handleValidatorStake,
  userStake: handleUserStake,
}

/**
 * Creates the handler of calls. It reuses the outcome of a method without parameters while its block is the newest.
 */
export function createCallHandler(): HandleCall {
  let view: View | undefined
  let outcomes = new Map<LedgerMethodName, CallOutcome>()

  return (chain, method, params) => {
    const height = currentHeight(chain)
    if (view?.chain !== chain || view.height !== height) {
      view = createView(chain, height)
      outcomes = new Map()
    }
    const definition = LEDGER_METHODS[method]
    const decoded = decodeParams(definition, params)
    if (decoded === undefined) return { error: ARGUMENT_ERROR }
    const isOfBlock = Object.keys(definition.params.fields).length === 0
    const kept = isOfBlock ? outcomes.get(method) : undefined
    if (kept !== undefined) return kept
    const outcome = handleMethod(view, method, decoded)
    if (isOfBlock) outcomes.set(method, outcome)
    return outcome
  }
}

function createView(chain: Chain, height: number): View {
  let emission: EmissionState | undefined
  return {
    chain,
    height,
    emission: () => {
      emission ??= readEmission(chain, height)
      return emission
    },
  }
}

function handleMethod(view: View, method: LedgerMethodName, params: DecodedParams): CallOutcome {
  // The table pairs every name with its handler, which the compiler cannot follow through an index.
  const handle = HANDLERS[method] as (
    view: View,
    params: DecodedParams,
  ) => ReturnType<MethodHandler<'genesis'>>
  const outcome = handle(view, params)
  return 'error' in outcome ? outcome : { result: stringifyJson(outcome.result) }
}
