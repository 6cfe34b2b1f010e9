import type { MethodHandler } from './method.ts'
import { validatorEntry } from './validator-entry.ts'

/** Lists the validators that registered a stake, pending and ended ones too, in the order of their ids. */
export const handleStakedValidators: MethodHandler<'stakedValidators'> = ({ emission }) => {
  const states = [...emission().validators.values()]
  return { result: { validators: states.map((state) => validatorEntry(state, state)) } }
}
