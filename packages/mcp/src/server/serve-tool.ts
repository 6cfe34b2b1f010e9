import type { CallToolResult, ContentBlock, ServerContext } from '@modelcontextprotocol/server'
import { findArgumentFault, type Tool, type ToolResult } from '@parley/agent'
import type { JsonObject } from '@parley/domain'
import { isAppError } from '@parley/errors'
import type { ServedFile } from './serve-files.ts'

const MAX_FILES = 10
/**
 * Maximum size of a picture in a reply. A larger one would fill the context of the client's model, which gets
 * its address instead.
 */
const MAX_INLINE_BYTES = 1024 * 1024

export type ServedCall = {
  /** Parsed from JSON. */
  readonly input: JsonObject
  readonly callMs: number
  readonly readFile: (path: string) => Promise<ServedFile | null>
  readonly request: ServerContext['mcpReq']
}

/**
 * Calls a tool for a client of the protocol. A failure is a result with `isError`, which the client's model
 * reads. Forwards progress to a client that asked for it.
 */
export async function serveTool(tool: Tool, call: ServedCall): Promise<CallToolResult> {
  const { input, callMs, request, readFile } = call
  const fault = findArgumentFault(tool.parameters, input)
  if (fault !== null) return errorResult(`The arguments are invalid: ${fault}`)

  const timeout = AbortSignal.timeout(callMs)
  try {
    const result = await tool.call(input, {
      stepId: 1,
      signal: AbortSignal.any([request.signal, timeout]),
      onProgress: forwardProgress(request),
    })
    return await toResult(result, readFile)
  } catch (error) {
    if (timeout.aborted) return errorResult('The tool did not finish in time.')
    return errorResult(isAppError(error) ? error.message : 'The tool failed.')
  }
}

async function toResult(
  { status, output, content }: ToolResult,
  readFile: ServedCall['readFile'],
): Promise<CallToolResult> {
  if (status !== 'ok' && status !== 'partial') return errorResult(content)
  const paths = Array.isArray(output.artifacts) ? output.artifacts.slice(0, MAX_FILES) : []
  const files = await Promise.all(paths.map((path) => (typeof path === 'string' ? readFile(path) : null)))
  const blocks = files.filter((file) => file !== null).map(toBlock)
  return { content: [{ type: 'text', text: content }, ...blocks], structuredContent: output }
}

function toBlock({ uri, name, mediaType, bytes }: ServedFile): ContentBlock {
  const type = /^(image|audio)\//.exec(mediaType)?.[1]
  if (type === undefined || bytes.byteLength > MAX_INLINE_BYTES)
    return { type: 'resource_link', uri, name, mimeType: mediaType }
  const data = Buffer.from(bytes).toString('base64')
  return { type: type === 'image' ? 'image' : 'audio', data, mimeType: mediaType }
}

function errorResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

function forwardProgress(request: ServerContext['mcpReq']): (text: string) => void {
  const progressToken = request._meta?.progressToken
  let progress = 0
  return (message) => {
    if (progressToken === undefined) return
    progress += 1
    const params = { progressToken, progress, message }
    // A client that disconnected gets no progress. Its signal ends its call.
    request.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}
