import { inBrackets, type SampleCall, writeTarget, writeValue } from './sample-call.ts'

const STYLE = {
  variable: (name: string) => name,
  literal: (value: unknown) => (typeof value === 'string' ? quote(value) : String(value)),
  field: (name: string, value: string) => (name === value ? name : `${nameOf(name)}: ${value}`),
  object: (fields: readonly string[]) => inBraces(fields),
  array: (items: readonly string[]) => inBrackets('[', items, ']'),
}

/** A call with `@parley/sdk`, or with `fetch` where the client has no such function. */
export function writeTypeScript(call: SampleCall): string {
  if (!call.hasFunction) return writeFetch(call)
  if (call.name === 'artifact.read') {
    const path = writeTarget(call, (name) => `\${${name}}`)
    return `const file = await parley.artifact.read(\`${path.slice(1)}\`)`
  }
  const input = { ...call.params, ...call.query, ...call.body }
  const written = Object.keys(input).length === 0 ? '' : writeValue(STYLE, input)
  return `const reply = await parley.${call.name}(${written})`
}

function writeFetch(call: SampleCall): string {
  const { base, method, body, credential } = call
  const target = `\`\${origin}${base}${writeTarget(call, (name) => `\${${name}}`)}\``
  const headers = [
    ...(credential ? [`authorization: \`Bearer \${${credential}}\``] : []),
    ...(call.accept ? [`accept: '${call.accept}'`] : []),
    ...(body ? ["'content-type': 'application/json'"] : []),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length > 0 ? [`headers: ${inBraces(headers)}`] : []),
    ...(body ? [`body: JSON.stringify(${writeValue(STYLE, body)})`] : []),
  ]
  const second = options.length === 0 ? '' : `, ${inBraces(options)}`
  return `const reply = await fetch(${target}${second})\nconst body = await reply.text()`
}

function inBraces(fields: readonly string[]): string {
  return fields.length === 0 ? '{}' : inBrackets('{ ', fields, ' }')
}

function nameOf(name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? name : quote(name)
}

function quote(value: string): string {
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
