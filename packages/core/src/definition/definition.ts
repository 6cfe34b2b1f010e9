import type { StoredDefinition } from '@parley/db'
import { DEFINITION_KINDS, type Definition } from '@parley/domain'
import * as z from 'zod'

/** What an owner says about a definition. */
export type DefinitionFields = Omit<Definition, 'id' | 'dataSourceIds' | 'verifiedAt' | 'problem'>

/** A definition as a list shows it. */
export type ListedDefinition = Definition & { readonly createdAt: string }

const Body = z.object({
  synonyms: z.array(z.string()),
  text: z.string(),
  expression: z.string(),
  table: z.string(),
  condition: z.string(),
  dimensions: z.array(z.object({ name: z.string(), expression: z.string().exactOptional() })),
  timeColumn: z.string(),
  unit: z.string(),
})

/** Reads a stored definition. */
export function openDefinition({ body, kind, columns: _, ...row }: StoredDefinition): ListedDefinition {
  return { ...row, kind: z.enum(DEFINITION_KINDS).parse(kind), ...Body.parse(body) }
}

/** The fields of a definition as the database stores them. */
export function toStoredBody(fields: DefinitionFields): Pick<StoredDefinition, 'kind' | 'name' | 'body'> {
  const { kind, name, ...body } = fields
  return { kind, name, body: JSON.parse(JSON.stringify(Body.parse(body))) }
}

/** The fields of a verified question. */
export function questionFields(name: string, expression: string): DefinitionFields {
  const nothing = { text: '', table: '', condition: '', timeColumn: '', unit: '' }
  return { ...nothing, kind: 'question', name, expression, synonyms: [], dimensions: [] }
}

/** A definition that is not stored yet, so that its SQL can be run. */
export function unsaved(fields: DefinitionFields): Definition {
  return { ...fields, id: '', dataSourceIds: [], verifiedAt: '', problem: null }
}
