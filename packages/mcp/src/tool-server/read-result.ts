import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client'
import type { Picture, ToolResult } from '@parley/agent'
import {
  checkValue,
  describeFaults,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  type SchemaCheck,
} from '@parley/domain'
import { blankJson, blankSecrets } from './blank-secrets.ts'
import { type ReceivedFile, readFile } from './read-file.ts'
import { isObject } from './read-properties.ts'

const MAX_TRACE_CHARACTERS = 65_536
const MAX_FILES = 10

export type ResultOptions = {
  /** The tool's schema of its structured content. */
  readonly outputSchema?: JsonSchema
  /** Texts to replace wherever the server repeats them. */
  readonly secrets: readonly string[]
  /** Stores a file and returns its path; null when files are not stored. */
  readonly saveFile: (file: ReceivedFile, position: number) => Promise<string | null>
}

/**
 * Returns a server's result for the trace and for the model. Structured content comes before text, files are
 * stored and named by their paths, secrets are blanked out, and both forms are capped.
 */
export async function readResult(result: CallToolResult, options: ResultOptions): Promise<ToolResult> {
  const { text, artifacts, ...seen } = await readBlocks(result.content, options)
  const blank = (value: string) => blankSecrets(value, options.secrets)
  if (result.isError) return failed('error', blank(text) || 'The tool reported an error without a message.')

  // The value was parsed from JSON, so it is plain JSON.
  const structured = result.structuredContent as JsonValue | undefined
  const check = checkStructured(structured, options.outputSchema)
  if (check.kind === 'invalid') {
    const mismatch = describeFaults(check.faults, 'The result')
    return failed('error', `The tool's result does not match its own output schema: ${mismatch}`)
  }

  const shown = structured === undefined ? blank(text) : blankJson(structured, options.secrets)
  const output = structured === undefined ? { content: shown } : asObject(shown)
  const unchecked =
    check.kind === 'unchecked' ? `The result was not checked against its output schema: ${check.reason}.` : ''
  const whole = {
    ...output,
    ...(artifacts.length > 0 ? { artifacts } : {}),
    ...(unchecked ? { unchecked } : {}),
  }
  const saved = artifacts.map((path) => `[file kept as ${path}]`).join('\n')
  const notes = [unchecked && `[${unchecked}]`, saved]
  const content =
    structured === undefined ? blank(text) : [JSON.stringify(shown), ...notes].filter(Boolean).join('\n')
  if (JSON.stringify(whole).length <= MAX_TRACE_CHARACTERS) {
    return { status: 'ok', output: whole, content, ...seen }
  }
  return {
    status: 'partial',
    output: {
      content: content.slice(0, MAX_TRACE_CHARACTERS),
      ...(artifacts.length > 0 ? { artifacts } : {}),
      ...(unchecked ? { unchecked } : {}),
      truncated: true,
    },
    content: `${content.slice(0, MAX_TRACE_CHARACTERS)}\n[${content.length - MAX_TRACE_CHARACTERS} more characters left out]`,
    ...seen,
  }
}

function checkStructured(
  structured: JsonValue | undefined,
  outputSchema: JsonSchema | undefined,
): SchemaCheck {
  if (structured === undefined || outputSchema === undefined) return { kind: 'valid' }
  return checkValue(outputSchema, structured)
}

function asObject(value: JsonValue): JsonObject {
  return isObject(value) ? value : { result: value }
}

/** The result of a failed call, with the same sentence for trace and model. */
export function failed(status: 'error' | 'refused' | 'timeout', sentence: string): ToolResult {
  const error = sentence.slice(0, MAX_TRACE_CHARACTERS)
  return { status, output: { error }, content: error }
}

async function readBlocks(
  blocks: readonly ContentBlock[],
  options: ResultOptions,
): Promise<{ text: string; artifacts: string[]; pictures?: Picture[] }> {
  const lines: string[] = []
  const artifacts: string[] = []
  const pictures: Picture[] = []
  for (const block of blocks) {
    const text = textOf(block)
    if (text !== null) {
      lines.push(text)
      continue
    }
    const file = readFile(block)
    const path =
      file && artifacts.length < MAX_FILES ? await options.saveFile(file, artifacts.length + 1) : null
    if (path) artifacts.push(path)
    const picture = path && file ? toPicture(file) : null
    if (picture) pictures.push(picture)
    lines.push(path ? `[file kept as ${path}]` : `[${describe(block)} left out]`)
  }
  return { text: lines.join('\n'), artifacts, ...(pictures.length > 0 && { pictures }) }
}

/** Null for a file that is no picture. */
function toPicture({ mediaType, bytes }: ReceivedFile): Picture | null {
  const known = PICTURE_TYPES.find((type) => type === mediaType)
  return known ? { mediaType: known, bytes } : null
}

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

function textOf(block: ContentBlock): string | null {
  if (block.type === 'text') return block.text
  if (block.type === 'resource_link') return `[resource ${block.name}: ${block.uri}]`
  if (block.type === 'resource' && 'text' in block.resource) return block.resource.text
  return null
}

function describe(block: ContentBlock): string {
  if (block.type === 'resource') return `resource of type ${block.resource.mimeType ?? 'unknown'}`
  return 'mimeType' in block ? `${block.type} of type ${block.mimeType}` : block.type
}
