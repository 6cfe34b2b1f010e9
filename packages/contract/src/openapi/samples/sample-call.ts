import type { Method } from '../../endpoint.ts'

/** One call of an operation, as the examples in every language show it. */
export type SampleCall = {
  /** `noun.verb`. */
  readonly name: string
  readonly method: Method
  /** Path below `base`, with `{placeholders}`. */
  readonly path: string
  /** `/api`, or empty for paths of the origin itself. */
  readonly base: string
  readonly params: SampleInput
  readonly query: SampleInput
  readonly body: SampleInput | null
  /** What the caller shows: an API key, the access token of a person, or nothing. */
  readonly credential: 'key' | 'token' | null
  /** The header Accept, where the service requires one. */
  readonly accept?: string
  /** True where the clients have a function of this name that takes all inputs by name. */
  readonly hasFunction: boolean
}

/** Example values by the names of their fields. */
export type SampleInput = Readonly<Record<string, unknown>>

/** The inputs that only the reader knows. Examples name them and do not spell them out. */
const VARIABLES = new Set(
  [
    'agent_id api_key_id artifact_id base_url code config_id credential data_source_id definition_hash definition_id',
    'delivery_id erasure_id file_name invitation invitation_id model model_config_id parley_uuid previous_response_id',
    'response_id run_id session_id sign_in_id signature step_id suggestion_id user_id wallet webhook_id',
  ].flatMap((names) => names.split(' ')),
)
/** The same, where the name of the field is also a variable of every shell. */
const RENAMED = new Map(
  ['host', 'port', 'database', 'user', 'password'].map((name) => [name, `db_${name}`] as const),
)

/** The variable that an example names in place of a value; undefined where it spells the value out. */
function variableOf(field: string): string | undefined {
  return VARIABLES.has(field) ? field : RENAMED.get(field)
}

/** How one language writes values. */
type ValueStyle = {
  readonly variable: (name: string, example: unknown) => string
  readonly literal: (value: unknown) => string
  readonly field: (name: string, value: string) => string
  readonly object: (fields: readonly string[]) => string
  readonly array: (items: readonly string[]) => string
}

/** A value in one language; fields that only the reader knows become variables. */
export function writeValue(style: ValueStyle, value: unknown, name = ''): string {
  const variable = variableOf(name)
  if (variable) return style.variable(variable, value)
  if (Array.isArray(value)) return style.array(value.map((item) => writeValue(style, item)))
  if (typeof value !== 'object' || value === null) return style.literal(value)
  const fields = Object.entries(value).map(([key, inner]) => style.field(key, writeValue(style, inner, key)))
  return style.object(fields)
}

/** Whether a value names a variable anywhere. */
export function hasVariable(value: unknown, name = ''): boolean {
  if (variableOf(name)) return true
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => hasVariable(inner, Array.isArray(value) ? '' : key))
}

/** The path and query of a call; `variable` writes what the reader fills in. */
export function writeTarget(call: SampleCall, variable: (name: string) => string): string {
  const write = (field: string, value: unknown) => {
    const name = variableOf(field)
    return name ? variable(name) : encodeURIComponent(String(value))
  }
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => write(name, call.params[name]))
  const query = Object.entries(call.query).map(([name, value]) => `${name}=${write(name, value)}`)
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

const WIDTH = 88

/** A list between brackets: on one line where it fits, else one entry a line. */
export function inBrackets(open: string, entries: readonly string[], close: string): string {
  const line = entries.join(', ')
  if (line.length <= WIDTH && !line.includes('\n')) return `${open}${line}${close}`
  return `${open.trimEnd()}\n${entries.map((entry) => `  ${entry.replaceAll('\n', '\n  ')},`).join('\n')}\n${close.trimStart()}`
}
