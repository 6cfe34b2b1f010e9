import type { DefinitionRecord, InputOf, OPERATIONS } from '@parley/contract'
import type { DefinitionFields, ListedDefinition } from '@parley/core'

/** A definition in wire form. */
export function presentDefinition(definition: ListedDefinition): DefinitionRecord {
  const { timeColumn, dataSourceIds, verifiedAt, createdAt, synonyms, dimensions, ...fields } = definition
  return {
    ...fields,
    synonyms: [...synonyms],
    dimensions: dimensions.map((dimension) => ({ ...dimension })),
    time_column: timeColumn,
    data_source_ids: [...dataSourceIds],
    verified_at: verifiedAt,
    created_at: createdAt,
  }
}

type Sent = Omit<InputOf<typeof OPERATIONS.definition.update>, 'definition_id'>

/** The fields of a request that were sent. */
export function readDefinitionFields(sent: Sent): Partial<Omit<DefinitionFields, 'kind'>> {
  const { name, synonyms, text, expression, table, condition, dimensions, time_column, unit } = sent
  return {
    ...(name !== undefined && { name }),
    ...(synonyms !== undefined && { synonyms }),
    ...(text !== undefined && { text }),
    ...(expression !== undefined && { expression }),
    ...(table !== undefined && { table }),
    ...(condition !== undefined && { condition }),
    ...(dimensions !== undefined && { dimensions }),
    ...(time_column !== undefined && { timeColumn: time_column }),
    ...(unit !== undefined && { unit }),
  }
}
