import { isDeepStrictEqual } from 'node:util'
import { findArgumentFault, type Tool, type ToolContext, type ToolResult } from '@parley/agent'
import type { AskOwner, JsonObject, JsonSchema, OwnerId } from '@parley/domain'
import { argumentSecrets, blankArguments } from './blank-secrets.ts'
import { type BoundCall, callBoundTool } from './call-bound-tool.ts'
import { nameTools } from './name-tools.ts'
import type { Pool } from './pool.ts'
import { isObject, readProperties } from './read-properties.ts'
import { failed } from './read-result.ts'
import { simplifySchema } from './simplify-schema.ts'
import type { CallSettings, ServerToolBinding } from './types.ts'

const MAX_DESCRIPTION = 4_000
const MARGIN_MS = 2_000

export type BindRequest = {
  readonly ownerId: OwnerId
  readonly bindings: readonly ServerToolBinding[]
  /** Names of other tools that the model already has. */
  readonly reservedNames?: readonly string[]
  /** Asks the owner before a call with policy `ask`. Without it such a call is refused. */
  readonly approve?: AskOwner
  /** Stores a file that a tool returned, and returns its path. Without it results have no files. */
  readonly saveArtifact?: NonNullable<BoundCall['saveArtifact']>
}

/**
 * Returns the bound tools for the agent loop, in the order of the bindings, without those of policy `never`.
 * Sends no request: the model sees the tools that the owner accepted, without the arguments that the owner
 * fixed.
 */
export function bindTools(pool: Pool, request: BindRequest, options: CallSettings): readonly Tool[] {
  const names = nameTools(request.bindings, request.reservedNames)
  return request.bindings.flatMap((binding, index) =>
    binding.approval === 'never'
      ? []
      : [bindTool(pool, { request, binding, name: names[index] ?? '' }, options)],
  )
}

type OneBinding = {
  readonly request: BindRequest
  readonly binding: ServerToolBinding
  readonly name: string
}

function bindTool(pool: Pool, { request, binding, name }: OneBinding, options: CallSettings): Tool {
  const { tool } = binding.pin
  const base = {
    name,
    traceName: isPlain(request, binding.toolName) ? binding.toolName : name,
    description: tool.description.slice(0, MAX_DESCRIPTION) || binding.toolName,
  }
  const simple = simplifySchema(tool.inputSchema)
  const read = readProperties(binding.properties, {
    configSchema: binding.connection.configSchema,
    inputSchema: tool.inputSchema,
  })
  if (simple.kind === 'unusable') return unusable(base, binding, `Its schema ${simple.reason}.`)
  if (read.kind === 'problem') return unusable(base, binding, read.message)
  const parameters = withoutBound(simple.schema, read.boundArguments)
  const secrets = argumentSecrets(read.boundArguments, tool.inputSchema)
  const fixedArguments = blankArguments(read.boundArguments, tool.inputSchema)
  const isAsked = binding.approval === 'ask'
  const phasesMs = options.connectMs + options.listMs + options.callMs + MARGIN_MS
  return {
    ...base,
    parameters,
    timeoutMs: phasesMs,
    call: async (input, context) => {
      const approved = isAsked
        ? await ask(request, binding, { input, context, parameters, fixedArguments })
        : { kind: 'go' as const, input, isEdited: false }
      if (approved.kind === 'stop') return approved.result
      const { ownerId, saveArtifact } = request
      const whole = { ...approved.input, ...read.boundArguments }
      const result = await callBoundTool(
        pool,
        {
          ownerId,
          binding,
          input: whole,
          secrets,
          context,
          ...(saveArtifact ? { saveArtifact } : {}),
        },
        options,
      )
      return approved.isEdited ? withEdited(result, approved.input) : result
    },
  }
}

/**
 * Whether a name is unique in a trace: it is neither a name of another bound tool nor of a step that the
 * trace adds.
 */
function isPlain({ bindings, reservedNames = [] }: BindRequest, toolName: string): boolean {
  return (
    !reservedNames.includes(toolName) && bindings.filter((other) => other.toolName === toolName).length === 1
  )
}

/** The trace shows the arguments that were sent. The model reads that the owner changed them. */
function withEdited(result: ToolResult, input: JsonObject): ToolResult {
  const note = `The owner changed the arguments of this call to ${JSON.stringify(input)}.`
  return { ...result, input, content: `${note}\n${result.content}` }
}

type Base = Pick<Tool, 'name' | 'description'> & { readonly traceName: string }

function unusable(base: Base, binding: ServerToolBinding, reason: string): Tool {
  const sentence = `Tool "${binding.toolName}" of tool server "${binding.toolServerId}" cannot be used. ${reason}`
  return {
    ...base,
    parameters: { type: 'object', properties: {} },
    call: async () => failed('refused', sentence),
  }
}

/** Returns the schema for the model, without the arguments that the owner fixed. */
function withoutBound(schema: JsonSchema, boundArguments: JsonObject): JsonSchema {
  const isFree = (key: string) => !Object.hasOwn(boundArguments, key)
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([key]) => isFree(key))),
    required: required.filter((key) => typeof key === 'string' && isFree(key)),
  }
}

type Ask = {
  readonly input: JsonObject
  readonly context: ToolContext
  readonly parameters: JsonSchema
  readonly fixedArguments: JsonObject
}
type Asked =
  | { readonly kind: 'go'; readonly input: JsonObject; readonly isEdited: boolean }
  | { readonly kind: 'stop'; readonly result: ToolResult }

async function ask(
  request: BindRequest,
  binding: ServerToolBinding,
  { input: written, context, parameters, fixedArguments }: Ask,
): Promise<Asked> {
  const input = withoutFixed(written, fixedArguments)
  const stop = (sentence: string): Asked => ({ kind: 'stop', result: failed('refused', sentence) })
  if (!request.approve)
    return stop("This call needs the owner's approval, and this request cannot ask the owner.")
  const resume = context.waitForPerson?.()
  const decision = await request
    .approve({
      toolServerId: binding.toolServerId,
      toolName: binding.toolName,
      arguments: input,
      fixedArguments,
      parameters,
      stepId: context.stepId,
      signal: context.signal,
    })
    .finally(resume)
  context.signal.throwIfAborted()
  if (decision.kind === 'deny')
    return stop(`The owner denied this call${decision.reason ? `: ${decision.reason}` : '.'}`)
  if (!decision.arguments || isDeepStrictEqual(decision.arguments, input))
    return { kind: 'go', input, isEdited: false }
  const fault = findArgumentFault(parameters, decision.arguments)
  if (fault !== null) return stop(`The arguments that the owner entered are invalid: ${fault}`)
  return { kind: 'go', input: decision.arguments, isEdited: true }
}

/** Removes fixed arguments that the model wrote anyway. The owner's values are sent instead. */
function withoutFixed(input: JsonObject, fixedArguments: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(input).filter(([key]) => !Object.hasOwn(fixedArguments, key)))
}
