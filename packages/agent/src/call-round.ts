import type { JsonValue, RunStep } from '@parley/domain'
import { AppError } from '@parley/errors'
import { type CalledTool, callTool, type PreparedCall, prepareCall } from './call-tool.ts'
import { MAXIMUM_REPAIRS } from './limits.ts'
import type { RunState } from './run-state.ts'
import type { AgentEvent, AgentLimits, ToolCall, ToolMessage } from './types.ts'

export type Bound = keyof AgentLimits

/** Maximum progress reports buffered for a slow reader. Further reports are dropped; steps never are. */
const MAXIMUM_WAITING_EVENTS = 100

/**
 * Makes the calls of one reply, some concurrently, and adds their steps and results to the run. Yields the
 * step events as they happen. Returns the limit that was reached, or null. Throws the run's abort reason when
 * it was cancelled, and an AppError after too many unusable rounds in a row.
 */
export async function* callRound(
  state: RunState,
  calls: readonly ToolCall[],
): AsyncGenerator<AgentEvent, Bound | null, void> {
  const { admitted, surplus, bound } = admitCalls(state, calls)

  const called = yield* callAtOnce(state, admitted)
  state.steps.push(...called.map(({ step }) => step))
  state.transcript.push(...called.map(({ message }) => message))
  state.closing = called.find(({ closing }) => closing !== undefined)?.closing ?? null
  if (state.clock.isCancelled()) state.clock.toolSignal().throwIfAborted()

  if (bound !== null) yield* refuseSurplus(state, surplus, bound)
  countRepairs(state, admitted)
  return bound ?? (state.clock.isLate() ? 'runMs' : null)
}

type Admission = {
  readonly admitted: readonly PreparedCall[]
  readonly surplus: readonly ToolCall[]
  readonly bound: Bound | null
}

function admitCalls(state: RunState, calls: readonly ToolCall[]): Admission {
  const { limits, clock, usage } = state
  if (clock.isLate()) return { admitted: [], surplus: calls, bound: 'runMs' }
  if (usage.inputTokens + usage.outputTokens >= limits.tokens)
    return { admitted: [], surplus: calls, bound: 'tokens' }

  const admitted: PreparedCall[] = []
  const surplus: ToolCall[] = []
  let bound: Bound | null = null
  for (const call of calls) {
    const exceeded = state.callsMade >= limits.calls ? 'calls' : null
    const prepared = prepareCall(state.tools, call)
    const verdict =
      exceeded ?? (countIdentical(state, prepared) > limits.identicalCalls ? 'identicalCalls' : null)
    if (verdict === null) {
      state.callsMade += 1
      admitted.push(prepared)
      continue
    }
    surplus.push(call)
    bound ??= verdict
  }
  return { admitted, surplus, bound }
}

function countIdentical(state: RunState, { tool, input }: PreparedCall): number {
  if (tool === null) return 0
  const key = `${tool.name} ${stableText(input)}`
  const count = (state.callCounts.get(key) ?? 0) + 1
  state.callCounts.set(key, count)
  return count
}

function stableText(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(stableText).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${stableText(value[name] ?? null)}`).join()}}`
}

/** Results are in the order of the calls. Events are in the order in which they happen. */
async function* callAtOnce(
  state: RunState,
  calls: readonly PreparedCall[],
): AsyncGenerator<AgentEvent, CalledTool[], void> {
  const called: CalledTool[] = []
  const waiting: AgentEvent[] = []
  let wake = Promise.withResolvers<void>()
  let isDone = false
  let next = 0
  const tell = (event: AgentEvent) => {
    if (event.type === 'step_progress' && waiting.length >= MAXIMUM_WAITING_EVENTS) return
    waiting.push(event)
    wake.resolve()
  }
  const firstStepId = state.steps.length + 1
  const work = async () => {
    for (let at = next++; at < calls.length && !state.clock.isCancelled(); at = next++) {
      const prepared = calls[at]
      if (prepared !== undefined)
        called[at] = await callOne(state, prepared, { stepId: firstStepId + at, tell })
    }
  }
  const workers = Array.from({ length: Math.min(calls.length, state.limits.parallelCalls) }, work)
  const all = Promise.all(workers).finally(() => {
    isDone = true
    wake.resolve()
  })

  while (!isDone || waiting.length > 0) {
    yield* waiting.splice(0)
    if (isDone) continue
    await wake.promise
    wake = Promise.withResolvers()
  }
  await all
  return called
}

type Telling = { readonly stepId: number; readonly tell: (event: AgentEvent) => void }

async function callOne(
  state: RunState,
  prepared: PreparedCall,
  { stepId, tell }: Telling,
): Promise<CalledTool> {
  const { clock, limits } = state
  let isRunning = true
  tell({ type: 'step_start', stepId, agentName: prepared.agentName, input: prepared.input })
  const called = await callTool(prepared, {
    stepId,
    signal: clock.toolSignal(),
    isCancelled: clock.isCancelled,
    toolMs: limits.toolMs,
    onProgress: (text) => {
      if (isRunning) tell({ type: 'step_progress', stepId, text: String(text).slice(0, 200) })
    },
    pause: () => {
      if (isRunning) tell({ type: 'step_waiting', stepId })
      return clock.pause()
    },
  })
  isRunning = false
  tell({ type: 'step_end', step: called.step })
  return called
}

/**
 * Every call needs a result in the transcript. In the trace one step stands for all calls that were not made.
 */
async function* refuseSurplus(
  state: RunState,
  surplus: readonly ToolCall[],
  bound: Bound,
): AsyncGenerator<AgentEvent, void, void> {
  const content = `Not called: ${describeBound(state.limits, bound)}`
  const [first] = surplus
  if (first === undefined) return
  const { agentName, input } = prepareCall(state.tools, first)
  const others = surplus.length > 1 ? ` The same goes for ${surplus.length - 1} more calls.` : ''
  const step: RunStep = {
    stepId: state.steps.length + 1,
    agentName,
    input,
    output: { error: content + others },
    status: 'refused',
    createdAt: new Date().toISOString(),
    durationMs: 0,
  }
  state.steps.push(step)
  const results = surplus.map((call): ToolMessage => {
    return { role: 'tool', toolCallId: call.id, toolName: call.name, content, isError: true }
  })
  state.transcript.push(...results)
  yield { type: 'step_start', stepId: step.stepId, agentName, input }
  yield { type: 'step_end', step }
}

/** Returns a sentence that names the limit that a run reached. */
export function describeBound(limits: AgentLimits, bound: Bound): string {
  if (bound === 'runMs') return 'the time for tools in this run is used up.'
  if (bound === 'tokens') return `this run has used its ${limits.tokens} tokens.`
  if (bound === 'identicalCalls')
    return `the same call was already made ${limits.identicalCalls} times in this run.`
  if (bound === 'rounds') return `this run has had its ${limits.rounds} rounds of tool calls.`
  return `this run has made its ${limits.calls} tool calls.`
}

function countRepairs(state: RunState, admitted: readonly PreparedCall[]): void {
  const isUnusable = admitted.length > 0 && admitted.every(({ tool }) => tool === null)
  state.repairs = isUnusable ? state.repairs + 1 : 0
  if (state.repairs <= MAXIMUM_REPAIRS) return
  const sentence = `The model asked ${state.repairs} times in a row for tools in a way that cannot be carried out.`
  throw new AppError('upstream_failed', sentence)
}
