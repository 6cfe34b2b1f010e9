import type { JsonObject, RunStep, StepStatus } from '@parley/domain'
import { cleanJson, cleanText, isJsonObject } from '@parley/domain'
import { isAppError } from '@parley/errors'
import { inSpan, type SpanStart } from '@parley/telemetry'
import { findArgumentFault } from './find-argument-fault.ts'
import {
  MAXIMUM_ARGUMENT_CHARACTERS,
  MAXIMUM_OUTPUT_CHARACTERS,
  MAXIMUM_PICTURE_BYTES,
  MAXIMUM_PICTURES,
  MAXIMUM_RESULT_CHARACTERS,
} from './limits.ts'
import { raceAbort } from './run-clock.ts'
import { shortenResult } from './shorten-result.ts'
import { startTimer } from './start-timer.ts'
import type { Closing, Picture, Tool, ToolCall, ToolMessage, ToolResult } from './types.ts'

/**
 * A tool call that can be made (`run`), or one refused before anything ran (`fault`, a sentence for the
 * model).
 */
export type PreparedCall = {
  readonly call: ToolCall
  readonly agentName: string
  readonly input: JsonObject | null
} & ({ readonly tool: Tool; readonly fault: null } | { readonly tool: null; readonly fault: string })

export type CallContext = {
  readonly stepId: number
  /** Aborts when the run is cancelled or out of time. */
  readonly signal: AbortSignal
  readonly isCancelled: () => boolean
  readonly toolMs: number
  readonly onProgress: (text: string) => void
  /** Pauses the run's timeout until the returned function is called. */
  readonly pause: () => () => void
}

export type CalledTool = {
  readonly step: RunStep
  readonly message: ToolMessage
  /** Set when the call ends the run. */
  readonly closing?: Closing
}

type CallResult = Pick<ToolResult, 'output' | 'content' | 'input' | 'pictures' | 'closing'> & {
  readonly status: StepStatus
}

/** Finds the tool and parses the arguments. Runs nothing and guesses nothing. */
export function prepareCall(tools: ReadonlyMap<string, Tool>, call: ToolCall): PreparedCall {
  const tool = tools.get(call.name)
  const { input, fault } = readArguments(call.argumentsText)
  if (tool === undefined) {
    const names = [...tools.keys()].join(', ')
    const advice = names === '' ? 'No tools are available.' : `Available tools: ${names}.`
    const agentName = cleanText(call.name).slice(0, 64) || 'unknown_tool'
    return { call, agentName, input, tool: null, fault: `There is no tool "${agentName}". ${advice}` }
  }

  const agentName = tool.traceName ?? tool.name
  if (input === null) return { call, agentName, input, tool: null, fault }
  const misfit = findArgumentFault(tool.parameters, input)
  if (misfit !== null) return { call, agentName, input, tool: null, fault: `Not called. ${misfit}` }

  return { call, agentName, input, tool, fault: null }
}

/** Makes one prepared call. Never throws: every error becomes a step and a message for the model. */
export async function callTool(prepared: PreparedCall, context: CallContext): Promise<CalledTool> {
  const createdAt = new Date().toISOString()
  const startMs = performance.now()

  const result =
    prepared.tool === null
      ? fail('error', prepared.fault)
      : await inSpan(
          () => toolSpan(prepared),
          async (span) => {
            const result = await execute(prepared, context)
            span.set({ 'parley.step.status': result.status })
            span.end(result.status === 'ok' || result.status === 'partial' ? undefined : result.status)
            return result
          },
        )

  const { agentName, call } = prepared
  const { status, output, content, pictures, closing, input = prepared.input } = result
  const durationMs = Math.round(performance.now() - startMs)
  const isError = status !== 'ok' && status !== 'partial'
  return {
    step: { stepId: context.stepId, agentName, input, output, status, createdAt, durationMs },
    message: {
      role: 'tool',
      toolCallId: call.id,
      toolName: call.name,
      content,
      isError,
      ...(pictures && { pictures }),
    },
    ...(closing && { closing }),
  }
}

/** Named by the conventions of OpenTelemetry for generative AI. */
function toolSpan({ call, agentName }: PreparedCall): SpanStart {
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': agentName,
    'gen_ai.tool.call.id': call.id,
    'gen_ai.tool.type': 'function',
  }
  return { name: `execute_tool ${agentName}`, kind: 'internal', attributes }
}

async function execute(prepared: PreparedCall & { tool: Tool }, context: CallContext): Promise<CallResult> {
  const { tool, input } = prepared
  const timeoutMs = tool.timeoutMs ?? context.toolMs
  const controller = new AbortController()
  const stop = () => controller.abort(context.signal.reason)
  const timer = startTimer(timeoutMs, () => controller.abort(new Error('timeout')))
  if (context.signal.aborted) stop()
  context.signal.addEventListener('abort', stop, { once: true })
  try {
    const { stepId, onProgress } = context
    const waitForPerson = () => {
      if (controller.signal.aborted) return () => {}
      const resumes = [timer.pause(), context.pause()]
      const resume = () => {
        for (const each of resumes) each()
      }
      controller.signal.addEventListener('abort', resume, { once: true })
      return resume
    }
    const ours = { stepId, signal: controller.signal, onProgress, waitForPerson }
    const work = (async () => tool.call(input ?? {}, ours))()
    return tidy(await raceAbort(work, controller.signal), tool.outputCharacters)
  } catch (error) {
    if (context.isCancelled()) return fail('cancelled', 'The run was cancelled during this call.')
    if (context.signal.aborted) return fail('timeout', 'The time for this run was used up during this call.')
    if (controller.signal.aborted) return fail('timeout', `No answer within ${timeoutMs / 1000} seconds.`)
    return fail('error', isAppError(error) ? error.message : 'The tool failed without saying why.')
  } finally {
    timer.stop()
    context.signal.removeEventListener('abort', stop)
    controller.abort(new Error('The call has ended.'))
  }
}

/**
 * Tools are untrusted code. Their results are copied into the promised shape, cut to size and made storable.
 */
function tidy(result: ToolResult, outputCharacters = MAXIMUM_OUTPUT_CHARACTERS): CallResult {
  try {
    const { status } = result
    const output = cleanJson(result.output, outputCharacters)
    const shown = shortenResult(cleanText(String(result.content)), MAXIMUM_RESULT_CHARACTERS)
    const { pictures, note } = fitPictures(result.pictures ?? [])
    const content = shown + note
    if (!isJsonObject(output)) return fail('error', 'The tool did not return an object.')
    const isFailed = status !== 'ok' && status !== 'partial'
    if (isFailed && typeof output.error !== 'string') return fail(status, content)
    const carriedOut = result.input && cleanJson(result.input, MAXIMUM_ARGUMENT_CHARACTERS)
    return {
      status,
      output,
      content,
      ...(pictures.length > 0 && { pictures }),
      ...(isJsonObject(carriedOut) && { input: carriedOut }),
      ...(status === 'ok' && result.closing && { closing: result.closing }),
    }
  } catch {
    return fail('error', 'The result of the tool is too large or too deep to be read.')
  }
}

/** The pictures that a model gets, and a note about the others. */
function fitPictures(all: readonly Picture[]): { pictures: readonly Picture[]; note: string } {
  const pictures = all
    .filter(({ bytes }) => bytes.byteLength <= MAXIMUM_PICTURE_BYTES)
    .slice(0, MAXIMUM_PICTURES)
  const left = all.length - pictures.length
  const note =
    left === 0 ? '' : `\n[${left} of ${all.length} pictures are too large or too many for you to see]`
  return { pictures, note }
}

function fail(status: Exclude<StepStatus, 'ok' | 'partial'>, sentence: string): CallResult {
  return { status, output: { error: sentence }, content: sentence }
}

function readArguments(text: string): { input: JsonObject; fault: null } | { input: null; fault: string } {
  // Checked before parsing, because the text may be as long as the whole reply of the model.
  if (text.length > MAXIMUM_ARGUMENT_CHARACTERS) return { input: null, fault: tooLong() }
  if (text.trim() === '') return { input: {}, fault: null }
  try {
    const input = cleanJson(JSON.parse(text), MAXIMUM_ARGUMENT_CHARACTERS)
    if (isJsonObject(input)) return { input, fault: null }
    return { input: null, fault: 'Not called. The arguments must be one JSON object.' }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'
    return { input: null, fault: `Not called. The arguments cannot be read as JSON: ${cleanText(reason)}` }
  }
}

/** A function, because the first number that Node formats takes 9 ms, which each start would wait for. */
function tooLong(): string {
  const most = MAXIMUM_ARGUMENT_CHARACTERS.toLocaleString('en')
  return `Not called. The arguments are longer than ${most} characters; send shorter ones.`
}
