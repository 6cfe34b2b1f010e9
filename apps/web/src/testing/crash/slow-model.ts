import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Model, ModelMessage, Tool } from '@parley/agent'
import type { SaveArtifact } from '@parley/domain'

/** A question that says how the model must answer; `id` occurs once in a whole crash run. */
export type Task = {
  readonly id: string
  /** Number of tool calls before the answer. */
  readonly calls: number
  /** Duration of each model call. */
  readonly ms: number
}

/** An answer that describes the messages that the model received, so that a check can verify them. */
export type Report = {
  readonly id: string
  readonly calls: number
  /** Number of messages before the question, and a hash of their texts. */
  readonly seen: number
  readonly digest: string
  readonly end: 'whole'
}

const NOTE = 'find_metadata'
const PIECE = 24

/** Follows the task in the last question: calls the tool that many times, then sends its report in pieces. */
export const slowModel: Model = async function* ({ messages, isStreaming, signal }) {
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const task: Task = JSON.parse(messages[asked]?.content ?? '{}')
  const done = messages.length - 1 - asked
  const calls = Math.ceil(done / 2)
  const usage = { inputTokens: 10, outputTokens: 5 }
  if (calls < task.calls) {
    await wait(task.ms, null, { signal })
    const call = {
      id: `call_${calls}`,
      name: NOTE,
      argumentsText: JSON.stringify({ query: `${task.id} ${calls}` }),
    }
    return { text: '', reasoning: '', toolCalls: [call], usage, finishReason: 'tool_calls' }
  }
  const text = report(task, messages.slice(0, asked))
  const pieces = isStreaming ? Math.ceil(text.length / PIECE) : 1
  for (let piece = 0; piece < pieces; piece++) {
    await wait(task.ms / pieces, null, { signal })
    if (isStreaming) yield { type: 'text', delta: text.slice(piece * PIECE, (piece + 1) * PIECE) }
  }
  return { text, reasoning: '', toolCalls: [], usage, finishReason: 'stop' }
}

function report({ id, calls }: Task, before: readonly ModelMessage[]): string {
  const history = before.filter(({ role }) => role !== 'system').map(({ content }) => content)
  const whole: Report = { id, calls, seen: history.length, digest: digestHistory(history), end: 'whole' }
  return JSON.stringify(whole)
}

/** Hashes the texts of a history, up to the remark about an unfinished answer. */
export function digestHistory(texts: readonly string[]): string {
  const read = texts.map((text) => text.split('\n\n', 1)[0])
  return createHash('sha256').update(JSON.stringify(read)).digest('hex').slice(0, 16)
}

/** The only tool: waits a moment and stores a file. */
export function createNoteTool(saveArtifact: SaveArtifact): Tool {
  return {
    name: NOTE,
    description: 'Notes what it is given.',
    parameters: { type: 'object', properties: { query: { type: 'string' } } },
    async call({ query }) {
      await wait(5)
      const note = { name: 'note.txt', mediaType: 'text/plain', bytes: Buffer.from(String(query)) }
      const path = await saveArtifact(note)
      return { status: 'ok', output: { data: String(query), artifacts: [path] }, content: 'noted' }
    },
  }
}
