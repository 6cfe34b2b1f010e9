import { LEDGER_METHODS, type LedgerMethodName, stringifyJson } from '@parley/ledger'
import { type Chain, currentHeight } from '../chain/create-chain.ts'
import { readEmission } from '../chain/read-emission.ts'
import type { EmissionState } from '../emission/emission-state.ts'
import { type Answer, ARGUMENT_ERROR, type View } from './answer.ts'
import { answerAllValidators } from './answers/all-validators.ts'
import { answerAsset } from './answers/asset.ts'
import { answerBalance } from './answers/balance.ts'
import { answerEmissionInfo } from './answers/emission-info.ts'
import { answerGenesis } from './answers/genesis.ts'
import { answerStakedValidators } from './answers/staked-validators.ts'
import { answerTx } from './answers/tx.ts'
import { answerUserStake } from './answers/user-stake.ts'
import { answerValidatorStake } from './answers/validator-stake.ts'
import { type DecodedParams, decodeParams } from './decode-params.ts'

/** The outcome of a call: JSON text of its result, or the text of its error. */
type CallOutcome = { readonly result: string } | { readonly error: string }

/** Answers the calls of one network. */
export type AnswerCall = (chain: Chain, method: LedgerMethodName, params: unknown) => CallOutcome

const ANSWERS: { [Name in LedgerMethodName]: Answer<Name> } = {
  genesis: answerGenesis,
  tx: answerTx,
  asset: answerAsset,
  balance: answerBalance,
  emissionInfo: answerEmissionInfo,
  allValidators: answerAllValidators,
  stakedValidators: answerStakedValidators,
  validatorStake: answerValidatorStake,
  userStake: answerUserStake,
}

/**
 * Makes the function that answers calls. It keeps the answers that depend on nothing but the block, for as
 * long as that block is the newest.
 */
export function createAnswerCall(): AnswerCall {
  let view: View | undefined
  let answers = new Map<LedgerMethodName, CallOutcome>()

  return (chain, method, params) => {
    const height = currentHeight(chain)
    if (view?.chain !== chain || view.height !== height) {
      view = createView(chain, height)
      answers = new Map()
    }
    const definition = LEDGER_METHODS[method]
    const decoded = decodeParams(definition, params)
    if (decoded === undefined) return { error: ARGUMENT_ERROR }
    const isOfBlock = Object.keys(definition.params.fields).length === 0
    const kept = isOfBlock ? answers.get(method) : undefined
    if (kept !== undefined) return kept
    const outcome = answer(view, method, decoded)
    if (isOfBlock) answers.set(method, outcome)
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

function answer(view: View, method: LedgerMethodName, params: DecodedParams): CallOutcome {
  // The table pairs every name with its own answer, which the compiler cannot follow through an index.
  const answerMethod = ANSWERS[method] as (view: View, params: DecodedParams) => ReturnType<Answer<'genesis'>>
  const outcome = answerMethod(view, params)
  return 'error' in outcome ? outcome : { result: stringifyJson(outcome.result) }
}
