import type { Progress } from '@modelcontextprotocol/client'
import type { ToolContext, ToolResult } from '@parley/agent'
import type { JsonObject, OwnerId, ToolFile } from '@parley/domain'
import { isAppError } from '@parley/errors'
import { blankSecrets } from './blank-secrets.ts'
import { exchange, failureSentence } from './exchange.ts'
import { toolHash } from './hash-tool.ts'
import { listServerTools } from './list-server-tools.ts'
import type { Pool } from './pool.ts'
import type { ExchangeFailure } from './read-failure.ts'
import { failed, readResult } from './read-result.ts'
import type { CallSettings, ServerTarget, ServerToolBinding } from './types.ts'

const PROGRESS_INTERVAL_MS = 100
const MAX_PROGRESS_TEXT = 200

export type BoundCall = {
  readonly ownerId: OwnerId
  readonly binding: ServerToolBinding
  /** The model's arguments and the owner's together. */
  readonly input: JsonObject
  /** Secrets among the owner's arguments, in every form a server may repeat them in. */
  readonly secrets: readonly string[]
  readonly context: ToolContext
  readonly saveArtifact?: (file: ToolFile) => Promise<string>
}

/**
 * Calls a bound tool at its server. Every failure is a result, except an aborted signal, whose reason is
 * thrown. A tool that differs from the pinned one is not called.
 */
export async function callBoundTool(pool: Pool, call: BoundCall, options: CallSettings): Promise<ToolResult> {
  const { binding, context, ownerId } = call
  const { toolServerId, connection, properties } = binding
  const target: ServerTarget = { ownerId, toolServerId, connection, properties }
  const { hints } = binding.pin.tool
  try {
    const reply = await exchange(pool, {
      target,
      signal: context.signal,
      isRepeatable: hints.readOnlyHint === true || hints.idempotentHint === true,
      use: async (open, entry) => {
        const tools = await listServerTools(entry, open, {
          listMs: options.listMs,
          maxTools: options.maxTools,
        })
        const listed = tools.find(({ tool }) => tool.name === binding.toolName)
        if (!listed || toolHash(listed.tool) !== binding.pin.hash)
          return { kind: 'drift' as const, isMissing: !listed }
        const secrets = [...entry.address.secrets, ...call.secrets]
        const result = await open.client.callTool(
          { name: binding.toolName, arguments: call.input },
          {
            signal: context.signal,
            timeout: options.callMs,
            maxTotalTimeout: options.callMs,
            toolDefinition: listed.definition,
            onprogress: forwardProgress(context, secrets),
          },
        )
        return { kind: 'result' as const, result, listed, secrets }
      },
    })
    if (reply.kind === 'failed') return failureResult(reply.failure, call, options)
    if (reply.value.kind === 'drift') return drifted(binding, reply.value.isMissing)
    const { result, listed, secrets } = reply.value
    return await readResult(result, {
      ...(listed.tool.outputSchema ? { outputSchema: listed.tool.outputSchema } : {}),
      secrets,
      saveFile: (file, position) =>
        saveFile({
          ...call,
          position,
          mediaType: file.mediaType,
          extension: file.extension,
          bytes: file.bytes,
        }),
    })
  } catch (error) {
    if (context.signal.aborted) throw context.signal.reason
    if (isAppError(error)) return failed('error', error.message)
    throw error
  }
}

function failureResult(
  failure: ExchangeFailure,
  { binding, secrets }: BoundCall,
  options: CallSettings,
): ToolResult {
  const signInUrl = options.signInUrl?.(binding.toolServerId)
  const sentence = blankSecrets(failureSentence(failure, binding.toolServerId, signInUrl), secrets)
  if (failure.kind === 'timeout') return failed('timeout', sentence)
  const isRefused =
    failure.kind === 'needs_sign_in' || failure.kind === 'forbidden' || failure.kind === 'refused'
  return failed(isRefused ? 'refused' : 'error', sentence)
}

function drifted(binding: ServerToolBinding, isMissing: boolean): ToolResult {
  const tool = `Tool "${binding.toolName}" of tool server "${binding.toolServerId}"`
  if (isMissing) return failed('refused', `${tool} no longer exists. The agent's owner has to remove it.`)
  return failed(
    'refused',
    `${tool} has another description or other inputs than the agent's owner accepted. ` +
      'It is suspended until the owner accepts the change.',
  )
}

type FileToSave = BoundCall & {
  readonly position: number
  readonly mediaType: string
  readonly extension: string
  readonly bytes: Uint8Array
}

async function saveFile(file: FileToSave): Promise<string | null> {
  const { binding, mediaType, bytes, saveArtifact } = file
  if (!saveArtifact) return null
  const baseName = binding.toolName.replaceAll(/[^a-zA-Z0-9_-]+/g, '-').slice(0, 60) || 'file'
  return saveArtifact({
    name: `${baseName}-${file.position}.${file.extension}`,
    mediaType,
    bytes,
  })
}

/** Forwards at most ten reports a second, because a server may send any number. */
function forwardProgress(
  { onProgress }: ToolContext,
  secrets: readonly string[],
): (progress: Progress) => void {
  let lastAt = 0
  return ({ message, progress, total }) => {
    const now = performance.now()
    if (lastAt > 0 && now - lastAt < PROGRESS_INTERVAL_MS) return
    lastAt = now
    const text = message ?? (total ? `${progress} of ${total}` : String(progress))
    onProgress(blankSecrets(text, secrets).slice(0, MAX_PROGRESS_TEXT))
  }
}
