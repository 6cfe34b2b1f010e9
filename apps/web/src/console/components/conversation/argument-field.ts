import type { Approval } from '@parley/contract'
import { readProperties } from '../tool-server/schema-property.ts'

type Value = Approval['arguments'][string]

/** One argument of a tool call as a form shows it. */
export type ArgumentField = {
  readonly key: string
  readonly kind: 'text' | 'number' | 'boolean' | 'json'
  readonly description: string
  readonly isRequired: boolean
  /** Whether the agent's owner fixed it. */
  readonly isFixed: boolean
  /** Its value as text; empty for an argument that the model left out. */
  readonly text: string
}

/** The fields of a call: those of the schema in its order, then what else is sent. */
export function readFields({
  arguments: sent,
  parameters,
}: Pick<Approval, 'arguments' | 'parameters'>): ArgumentField[] {
  const properties = parameters ? readProperties(parameters) : []
  const named = new Set(properties.map(({ key }) => key))
  const others = Object.keys(sent).filter((key) => !named.has(key))
  return [
    ...properties.map(({ key, datatype, description, isRequired }) => {
      const kind = kindOf(datatype, sent[key])
      return { key, kind, description, isRequired, isFixed: false, text: showValue(kind, sent[key]) }
    }),
    ...others.map((key) => {
      const kind = kindOf(undefined, sent[key])
      const isFixed = parameters !== undefined
      return { key, kind, description: '', isRequired: true, isFixed, text: showValue(kind, sent[key]) }
    }),
  ]
}

/** The value of a field's text; `undefined` for an argument that is left out. Null when the text does not fit. */
export function readArgument(
  { kind, isRequired }: Pick<ArgumentField, 'kind' | 'isRequired'>,
  text: string,
): { readonly value: Value | undefined } | null {
  if (text === '' && !isRequired) return { value: undefined }
  if (kind === 'text') return { value: text }
  try {
    const value: unknown = JSON.parse(text)
    const isFit = kind === 'json' || typeof value === kind
    // What JSON.parse gives is JSON; the compiler cannot know that.
    return isFit ? { value: value as Value } : null
  } catch {
    return null
  }
}

function kindOf(datatype: string | undefined, value: Value | undefined): ArgumentField['kind'] {
  if (typeof value === 'object' || datatype === 'json') return 'json'
  if (value === undefined) return datatype === 'string' ? 'text' : asKind(datatype)
  return typeof value === 'string' ? 'text' : asKind(typeof value)
}

function asKind(type: string | undefined): ArgumentField['kind'] {
  if (type === 'boolean') return 'boolean'
  return type === 'number' || type === 'integer' ? 'number' : 'text'
}

function showValue(kind: ArgumentField['kind'], value: Value | undefined): string {
  if (value === undefined) return ''
  return kind === 'text' ? String(value) : JSON.stringify(value, null, 2)
}
