import type { JsonObject, JsonValue } from '@parley/domain'
import { isObject, textOf } from './json.ts'
import type { ChatTool } from './wire.ts'
import { likeness, stem, toWords } from './words.ts'

const DATA_TOOLS = new Set(['find_metadata', 'execute_sql', 'create_graph', 'ask_user'])
const EMPTY_WORDS = new Set([
  'get',
  'set',
  'do',
  'run',
  'call',
  'tool',
  'fetch',
  'make',
  'server',
  'mcp',
  'api',
  'v',
  'the',
  'a',
  'to',
  'of',
  'for',
  'by',
  'and',
])
const OPERATIONS: readonly (readonly string[])[] = [
  ['add', 'plus', 'sum'],
  ['subtract', 'minus'],
  ['multiply', 'time', 'product'],
  ['divide', 'quotient'],
]

export type ToolUse = { readonly tool: ChatTool; readonly input: JsonObject }

/**
 * Returns the external tool that the question names, with its arguments from the question. Returns null when
 * there is none.
 */
export function findToolUse(text: string, tools: readonly ChatTool[]): ToolUse | null {
  const words = toWords(text).map(stem)
  const uses = tools.flatMap((tool) => {
    const score = isDataTool(tool.name) ? 0 : scoreTool(tool, words)
    const input = score >= 1 ? fillArguments(text, tool) : null
    return input === null ? [] : [{ tool, input, score }]
  })
  return uses.sort((left, right) => right.score - left.score)[0] ?? null
}

/** Whether a tool is one of the three data tools. */
export function isDataTool(name: string): boolean {
  return DATA_TOOLS.has(name)
}

function scoreTool({ name, description }: ChatTool, words: readonly string[]): number {
  const telling = toWords(name)
    .map(stem)
    .filter((word) => !EMPTY_WORDS.has(word))
  const isSaid = (own: string) =>
    words.some((word) => likeness(own, word) >= 0.9 || isSameOperation(own, word))
  const said = telling.filter(isSaid).length
  const described = toWords(description)
    .map(stem)
    .filter((word) => word.length > 3 && words.includes(word)).length
  return telling.length === 0
    ? 0
    : (said / telling.length) * 2 + Math.min(0.5, described * 0.1) - (said === 0 ? 1 : 0)
}

function isSameOperation(left: string, right: string): boolean {
  return OPERATIONS.some((group) => group.includes(left) && group.includes(right))
}

function fillArguments(text: string, tool: ChatTool): JsonObject | null {
  const { parameters } = tool
  const properties = isObject(parameters.properties) ? parameters.properties : {}
  const required = Array.isArray(parameters.required) ? parameters.required.map(textOf) : []
  const found: Found = {
    text,
    tool,
    numbers: [...text.matchAll(/-?\d+(?:\.\d+)?/g)].map(([number]) => Number(number)),
    quotes: [...text.matchAll(/"([^"]+)"|“([^”]+)”|'([^']+)'(?!\w)/g)].map(
      (match) => match[1] ?? match[2] ?? match[3] ?? '',
    ),
  }
  const input: JsonObject = {}
  for (const name of required) {
    const schema = properties[name]
    const value = fillOne(name, isObject(schema) ? schema : {}, found)
    if (value === undefined) return null
    input[name] = value
  }
  return input
}

type Found = {
  readonly text: string
  readonly tool: ChatTool
  readonly numbers: number[]
  readonly quotes: string[]
}

function fillOne(name: string, schema: JsonObject, found: Found): JsonValue | undefined {
  const { text } = found
  const words = toWords(text)
  if (Array.isArray(schema.enum)) {
    return (
      schema.enum.find((value) => words.includes(String(value).toLowerCase())) ??
      schema.default ??
      schema.enum[0]
    )
  }
  if (schema.type === 'number' || schema.type === 'integer') {
    const at = found.numbers.findIndex((number) => schema.type === 'number' || Number.isInteger(number))
    return at < 0 ? schema.default : found.numbers.splice(at, 1)[0]
  }
  if (schema.type === 'boolean') return schema.default ?? toWords(name).some((word) => words.includes(word))
  if (schema.type === 'array') return fillList(schema, found)
  if (schema.type !== 'string' && schema.type !== undefined) return schema.default
  return fillText(name, found) ?? schema.default
}

function fillList(schema: JsonObject, found: Found): JsonValue | undefined {
  const items = isObject(schema.items) ? schema.items : {}
  const isNumeric = items.type === 'number' || items.type === 'integer'
  const list = isNumeric ? found.numbers.splice(0) : found.quotes.splice(0)
  return list.length > 0 ? list : schema.default
}

function fillText(name: string, { text, tool, quotes }: Found): string | undefined {
  const quoted = quotes.shift()
  if (quoted !== undefined) return quoted
  if (/url|link|uri/i.test(name)) return /https?:\/\/[^\s"'<>]+/.exec(text)?.[0]
  if (/e?mail/i.test(name)) return /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.exec(text)?.[0]
  if (/date|day/i.test(name)) return /\d{4}-\d\d-\d\d/.exec(text)?.[0]
  const labelled = new RegExp(
    `\\b${name.replace(/[^a-z0-9]+/gi, '[ _-]?')}\\b(?: is| of|:|=)?\\s+([^,.?!]+)`,
    'i',
  ).exec(text)?.[1]
  if (labelled !== undefined) return labelled.trim()
  if (/city|place|location|country|region|town|address/i.test(name)) {
    return /\b(?:in|at|for|of|near)\s+(\p{Lu}[\p{L}'-]*(?:\s+\p{Lu}[\p{L}'-]*)*)/u.exec(text)?.[1]
  }
  return afterToolName(text, tool)
}

/**
 * Returns the text for a tool with one argument: "Please echo hello world" gives "hello world" to a tool
 * named echo. Without such a form the tool gets the whole question.
 */
function afterToolName(text: string, tool: ChatTool): string {
  const words = toWords(tool.name).filter((word) => !EMPTY_WORDS.has(word))
  const last = words.findLast((word) => new RegExp(`\\b${word}\\b`, 'i').test(text))
  if (last === undefined) return text
  const rest = text.replace(
    new RegExp(
      `^.*?\\b${last}\\b\\s*(?:tool)?\\s*(?:to say|with|the (?:text|word|message)|back|this|:)?\\s*:?\\s*`,
      'is',
    ),
    '',
  )
  return rest.replace(/^["“]|["”]?[.?!]?$/g, '').trim() || text
}
