import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import type { JsonObject, Tool, ToolResult } from '@parley/agent'
import { isAppError } from '@parley/errors'

export type ServedCall = {
  readonly input: Record<string, unknown>
  readonly callMs: number
  readonly request: ServerContext['mcpReq']
}

/**
 * Calls a tool for a client of the protocol. Whatever goes wrong is a result with `isError`, for the model
 * at the other end to read; progress is forwarded to a client that asked for it.
 */
export async function serveTool(tool: Tool, { input, callMs, request }: ServedCall): Promise<CallToolResult> {
  const checked = new AjvJsonSchemaValidator().getValidator<JsonObject>(tool.parameters)(input)
  if (!checked.valid) return errorResult(`The arguments do not fit: ${checked.errorMessage}`)

  const timeout = AbortSignal.timeout(callMs)
  try {
    const result = await tool.call(checked.data, {
      stepId: 1,
      signal: AbortSignal.any([request.signal, timeout]),
      onProgress: forwardProgress(request),
    })
    return toResult(result)
  } catch (error) {
    if (timeout.aborted) return errorResult('The tool did not finish in time.')
    return errorResult(isAppError(error) ? error.message : 'The tool failed.')
  }
}

function toResult({ status, output, content }: ToolResult): CallToolResult {
  if (status !== 'ok' && status !== 'partial') return errorResult(content)
  return { content: [{ type: 'text', text: content }], structuredContent: output }
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
    // A client that has gone gets no progress; its call ends with its signal.
    request.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}
