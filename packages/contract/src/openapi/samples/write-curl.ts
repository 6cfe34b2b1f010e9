import { hasVariable, inBrackets, type SampleCall, writeTarget, writeValue } from './sample-call.ts'

const JSON_STYLE = {
  variable: (name: string, example: unknown) =>
    typeof example === 'string' ? `"${variable(name)}"` : variable(name),
  literal: (value: unknown) => JSON.stringify(value),
  field: (name: string, value: string) => `"${name}": ${value}`,
  object: (fields: readonly string[]) => withoutLastComma(inBrackets('{', fields, '}')),
  array: (items: readonly string[]) => withoutLastComma(inBrackets('[', items, ']')),
}
/** Inside a here-document these characters are special (POSIX, Shell Command Language §2.7.4). */
const HERE_STYLE = {
  ...JSON_STYLE,
  literal: (value: unknown) => JSON.stringify(value).replaceAll(/[\\$`]/g, '\\$&'),
}

/** A call with curl. `$API`, `$KEY`, `$TOKEN` and the names in capitals are the reader's. */
export function writeCurl(call: SampleCall): string {
  const { method, body, credential } = call
  const origin = call.base === '/api' ? '$API' : '$ORIGIN'
  const parts = [
    `curl -sS${method === 'GET' ? '' : ` -X ${method}`} "${origin}${writeTarget(call, variable)}"`,
    ...(credential ? [`-H "Authorization: Bearer $${credential.toUpperCase()}"`] : []),
    ...(call.accept ? [`-H 'Accept: ${call.accept}'`] : []),
    ...(body ? ["-H 'Content-Type: application/json'", writeBody(body)] : []),
  ]
  return parts.join(' \\\n  ')
}

function writeBody(body: Readonly<Record<string, unknown>>): string {
  if (hasVariable(body)) return `-d @- <<JSON\n${writeValue(HERE_STYLE, body)}\nJSON`
  return `-d '${writeValue(JSON_STYLE, body).replaceAll("'", "'\\''")}'`
}

function variable(name: string): string {
  return `$${name.toUpperCase()}`
}

/** JSON has no comma after the last entry. */
function withoutLastComma(text: string): string {
  return text.replace(/,(\n[\]}])$/, '$1')
}
