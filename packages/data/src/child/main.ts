import { once } from 'node:events'
import { Socket } from 'node:net'
import { isJsonObject } from '../json.ts'
import { readFrames, writeFrame } from '../sandbox/frames.ts'
import type { ChildReply, ChildRows, Tasks } from '../sandbox/tasks.ts'
import { stopStatements } from './running-statement.ts'
import type { TaskAnswer, TaskSink } from './task-answer.ts'
import { TaskError } from './task-error.ts'

/** The service wrote `input` from the types in tasks.ts. Only its strings and bytes can be untrusted. */
type Handler = (input: unknown, bytes: Uint8Array, sink: TaskSink) => Promise<TaskAnswer<unknown>>

/** The first frame. A later failure belongs to a task, not to the start. */
const READY = { ready: true }

/** The service sends valid frames. These limits only bound a mistake. */
const REQUEST_LIMITS = { maxTextBytes: 2 ** 28, maxBytes: 2 ** 28, maxDepth: 1000 }

/**
 * The sandbox child: reads one request after the other from standard input and replies on descriptor 3. It
 * loads its libraries at the start, so that a spare child is ready for its first task. When its input ends,
 * it stops a statement that still runs on a server, and ends.
 */
async function main(kind: string | undefined): Promise<void> {
  process.env.TZ = 'UTC'
  const answers = new Socket({ fd: 3, readable: false, writable: true })
  answers.on('error', () => process.exit(1))
  const handlers = await loadHandlers(kind)
  writeFrame(answers, READY)
  const sendRows = (id: unknown): TaskSink => {
    return async ({ columns, bytes }) => {
      const rows: ChildRows = { columns }
      // The service reads no further batch while its client does not read.
      if (!writeFrame(answers, { id, ...rows }, bytes)) await once(answers, 'drain')
    }
  }

  const requests = readFrames(process.stdin, () => REQUEST_LIMITS)
  let next = requests.next()
  for (let request = await next; !request.done; request = await next) {
    const { value, bytes } = request.value
    const { id, task, input, isStreamed } = isJsonObject(value) ? value : {}
    // The service sends nothing while a task runs; it closes the input to cancel the task.
    next = requests.next()
    void next.then(({ done }) => done && stopStatements().then(() => process.exit(0)))
    try {
      const handler = handlers[String(task)]
      if (!handler) throw new TaskError('invalid', `A ${kind} child has no task ${task}.`)
      const answer = await handler(input, bytes, isStreamed === true ? sendRows(id) : undefined)
      writeFrame(answers, { id, ok: true, result: answer.result }, answer.bytes)
    } catch (error) {
      writeFrame(answers, { id, ...failureOf(error) })
    }
  }
  process.exit(0)
}

async function loadHandlers(kind: string | undefined): Promise<Record<string, Handler>> {
  // The casts name the input that the service sends for each task; see Handler.
  switch (kind) {
    case 'sql': {
      const { runQuery } = await import('./run-query.ts')
      const { analyzeSql } = await import('./analyze-sql.ts')
      const { bindStatement } = await import('./bind-statement.ts')
      return {
        query: (input, _, sink) => runQuery(input as Tasks['query']['input'], sink),
        analyze: (input) => analyzeSql(input as Tasks['analyze']['input']),
        bind: (input) => bindStatement(input as Tasks['bind']['input']),
      }
    }
    case 'database':
    case 'sqlite': {
      const { describeDatabase } = await import('./database/describe-database.ts')
      const { queryDatabase } = await import('./database/query-database.ts')
      return {
        queryDatabase: (input, _, sink) => queryDatabase(input as Tasks['queryDatabase']['input'], sink),
        describeDatabase: (input) => describeDatabase(input as Tasks['describeDatabase']['input']),
      }
    }
    case 'file': {
      const { convertFile } = await import('./convert-file.ts')
      const { storeTables } = await import('./store-tables.ts')
      return {
        convert: (input) => convertFile(input as Tasks['convert']['input']),
        store: (input) => storeTables(input as Tasks['store']['input']),
      }
    }
    case 'chart': {
      const { renderChart } = await import('./chart/render-chart.ts')
      return {
        chart: (input, bytes) => renderChart(input as Tasks['chart']['input'], bytes),
        // Few charts become pictures, so the renderer is loaded for the first of them.
        picture: async (_, bytes) => (await import('./chart/draw-png.ts')).drawPng(bytes),
      }
    }
    default:
      throw new Error(`There is no child of kind ${kind}`)
  }
}

const MAX_CAUSE_CHARACTERS = 2000

function failureOf(error: unknown): ChildReply {
  const cause = String(error instanceof TaskError ? error.cause : error).slice(0, MAX_CAUSE_CHARACTERS)
  if (error instanceof TaskError) {
    const { reason, message, isReusable } = error
    return { ok: false, reason, message, isReusable, cause }
  }
  const message = 'The engine failed on this and was restarted.'
  return { ok: false, reason: 'crashed', message, isReusable: false, cause }
}

await main(process.argv[2])
