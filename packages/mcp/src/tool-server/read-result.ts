import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client'
import type { JsonObject, JsonValue, ToolResult } from '@parley/agent'
import { blankJson, blankSecrets } from './blank-secrets.ts'
import type { OutputCheck } from './check-output.ts'
import { type ReceivedFile, readFile } from './read-file.ts'
import { isObject } from './read-properties.ts'

const MAX_TRACE_CHARACTERS = 65_536
const MAX_FILES = 10

export type ResultOptions = {
  readonly checkOutput: OutputCheck
  /** Texts to blank out, wherever the server repeats them. */
  readonly secrets: readonly string[]
  /** Keeps a file and returns its path, or null where files are not kept. */
  readonly saveFile: (file: ReceivedFile, position: number) => Promise<string | null>
}

/**
 * What a server returned, as the trace shows it and as the model reads it: structured content before text,
 * files kept and named by their paths, secrets blanked out, both capped.
 */
export async function readResult(result: CallToolResult, options: ResultOptions): Promise<ToolResult> {
  const { text, artifacts } = await readBlocks(result.content, options)
  const blank = (value: string) => blankSecrets(value, options.secrets)
  if (result.isError)
    return failed('error', blank(text) || 'The tool reported an error without saying which.')

  // It was read from JSON, so it holds nothing but JSON.
  const structured = result.structuredContent as JsonValue | undefined
  const mismatch = structured === undefined ? null : options.checkOutput(structured)
  if (mismatch) return failed('error', `The tool's result does not match its own output schema: ${mismatch}`)

  const shown = structured === undefined ? blank(text) : blankJson(structured, options.secrets)
  const output = structured === undefined ? { content: shown } : asObject(shown)
  const whole = artifacts.length > 0 ? { ...output, artifacts } : output
  const saved = artifacts.map((path) => `[file kept as ${path}]`).join('\n')
  const content =
    structured === undefined ? blank(text) : [JSON.stringify(shown), saved].filter(Boolean).join('\n')
  if (JSON.stringify(whole).length <= MAX_TRACE_CHARACTERS) return { status: 'ok', output: whole, content }
  return {
    status: 'partial',
    output: {
      content: content.slice(0, MAX_TRACE_CHARACTERS),
      ...(artifacts.length > 0 ? { artifacts } : {}),
      truncated: true,
    },
    content: `${content.slice(0, MAX_TRACE_CHARACTERS)}\n[${content.length - MAX_TRACE_CHARACTERS} more characters left out]`,
  }
}

function asObject(value: JsonValue): JsonObject {
  return isObject(value) ? value : { result: value }
}

/** A failed call's result: the same sentence for trace and model. */
export function failed(status: 'error' | 'refused' | 'timeout', sentence: string): ToolResult {
  const error = sentence.slice(0, MAX_TRACE_CHARACTERS)
  return { status, output: { error }, content: error }
}

async function readBlocks(
  blocks: readonly ContentBlock[],
  options: ResultOptions,
): Promise<{ text: string; artifacts: string[] }> {
  const lines: string[] = []
  const artifacts: string[] = []
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
    lines.push(path ? `[file kept as ${path}]` : `[${describe(block)} left out]`)
  }
  return { text: lines.join('\n'), artifacts }
}

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
