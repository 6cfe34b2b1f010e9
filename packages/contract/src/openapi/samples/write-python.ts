import { inBrackets, type SampleCall, writeTarget, writeValue } from './sample-call.ts'

const STYLE = {
  variable: (name: string) => name,
  literal,
  field: (name: string, value: string) => `"${name}": ${value}`,
  object: (fields: readonly string[]) => inBrackets('{', fields, '}'),
  array: (items: readonly string[]) => inBrackets('[', items, ']'),
}

/** Words of Python that no argument may have as its name. */
const KEYWORDS = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)

/** A call with `parley_client`, or with the standard library where the client has no such function. */
export function writePython(call: SampleCall): string {
  if (!call.hasFunction) return writeRequest(call)
  if (call.name === 'artifact.read') {
    const path = writeTarget(call, (name) => `{${name}}`)
    return `file = parley.artifact.read(f"${path.slice(1)}")`
  }
  const fields = Object.entries({ ...call.params, ...call.query, ...call.body })
  const given = fields.map(([name, value]) => `${pythonArgument(name)}=${writeValue(STYLE, value, name)}`)
  return inBrackets(`reply = parley.${pythonName(call.name)}(`, given, ')')
}

function writeRequest(call: SampleCall): string {
  const { base, method, body, credential } = call
  const headers = [
    ...(credential ? [`"Authorization": f"Bearer {${credential}}"`] : []),
    ...(call.accept ? [`"Accept": "${call.accept}"`] : []),
    ...(body ? ['"Content-Type": "application/json"'] : []),
  ]
  const given = [
    `f"{origin}${base}${writeTarget(call, (name) => `{${name}}`)}"`,
    ...(method === 'GET' ? [] : [`method="${method}"`]),
    ...(headers.length > 0 ? [`headers=${inBrackets('{', headers, '}')}`] : []),
    ...(body ? [`data=json.dumps(${writeValue(STYLE, body)}).encode()`] : []),
  ]
  const request = inBrackets('request = urllib.request.Request(', given, ')')
  const modules = [...(body ? ['json'] : []), 'urllib.request']
  return `${modules.map((name) => `import ${name}\n`).join('')}\n${request}\nreply = urllib.request.urlopen(request).read()`
}

/** A name of the interface in the spelling of Python: `list_pages` for `listPages`. */
export function pythonName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The name of an argument; a word of the language gets an underscore. */
export function pythonArgument(name: string): string {
  return KEYWORDS.has(name) ? `${name}_` : name
}

function literal(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}
