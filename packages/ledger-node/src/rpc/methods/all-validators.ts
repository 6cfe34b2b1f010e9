import type { MethodHandler } from './method.ts'
import { validatorEntry } from './validator-entry.ts'

/** Lists every validator of the network, whether or not it staked. */
export const handleAllValidators: MethodHandler<'allValidators'> = ({ chain, emission }) => {
  const states = emission().validators
  const entries = chain.script.consensusValidators.map((validator) =>
    validatorEntry(validator, states.get(validator.nodeID)),
  )
  return { result: { validators: entries } }
}
