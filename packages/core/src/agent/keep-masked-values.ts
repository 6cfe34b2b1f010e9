import type { OpenedBinding } from '@parley/domain'
import { AppError } from '@parley/errors'

/**
 * Returns the bindings of a caller that sees every property value as empty: a tool that comes back with the same
 * properties, all empty, keeps its stored values. Throws `forbidden` for a tool that mixes stored values with new ones,
 * because a new value may be the address that the stored ones are sent to.
 */
export function keepMaskedValues(
  bindings: readonly OpenedBinding[],
  before: readonly OpenedBinding[],
): OpenedBinding[] {
  return bindings.map((binding) => {
    const held = before.find(
      ({ toolName, toolServerId }) => toolName === binding.toolName && toolServerId === binding.toolServerId,
    )
    if (!held || !binding.properties.some((property) => isMasked(property, held))) return binding
    if (!isReturned(binding, held)) {
      throw new AppError(
        'forbidden',
        `This API key lacks the scope secrets: send all property values of the tool ${binding.toolName} of ${binding.toolServerId}, or all of them empty to keep the stored ones.`,
      )
    }
    return { ...binding, properties: held.properties }
  })
}

type Property = OpenedBinding['properties'][number]

function isMasked({ key, value }: Property, held: OpenedBinding): boolean {
  return value.isEmpty && held.properties.some((stored) => stored.key === key && !stored.value.isEmpty)
}

/** Whether the properties came back as the caller sees them: every stored one, without its value. */
function isReturned({ properties }: OpenedBinding, held: OpenedBinding): boolean {
  const form = ({ key, datatype }: Property) => JSON.stringify([key, datatype])
  const isSame = properties.map(form).sort().join() === held.properties.map(form).sort().join()
  return isSame && properties.every(({ value }) => value.isEmpty)
}
