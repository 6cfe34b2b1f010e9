import { Socket } from 'node:net'
import { isJsonObject } from '../json.ts'
import { readFrames, writeFrame } from '../sandbox/frames.ts'
import type { ChildReply, Tasks } from '../sandbox/tasks.ts'
import type { TaskAnswer } from './task-answer.ts'
import { TaskError } from './task-error.ts'

/** `input` is what the service wrote from the types in tasks.ts; the hostile parts are inside its strings and bytes. */
type Handler = (input: unknown, bytes: Uint8Array) => Promise<TaskAnswer<unknown>>

/** The service is trusted to send sane frames; these only stop a runaway. */
const REQUEST_LIMITS = { maxBytes: 2 ** 28, maxDepth: 1000 }

/**
 * The sandbox child: reads one request after the other from standard input and answers each on descriptor 3.
 * It loads its libraries at once, so that a spare child is warm before it is asked for anything, and ends
 * when its input does.
 */
async function main(kind: string | undefined): Promise<void> {
  process.env.TZ = 'UTC'
  const answers = new Socket({ fd: 3, readable: false, writable: true })
  answers.on('error', () => process.exit(1))
  const handlers = await loadHandlers(kind)

  for await (const { value, bytes } of readFrames(process.stdin, REQUEST_LIMITS)) {
    const { task, input } = isJsonObject(value) ? value : {}
    try {
      const handler = handlers[String(task)]
      if (!handler) throw new TaskError('invalid', `A ${kind} child has no task ${task}.`)
      const answer = await handler(input, bytes)
      writeFrame(answers, { ok: true, result: answer.result }, answer.bytes)
    } catch (error) {
      writeFrame(answers, failureOf(error))
    }
  }
  process.exit(0)
}

async function loadHandlers(kind: string | undefined): Promise<Record<string, Handler>> {
  // The casts name what the service sends for each task; see Handler.
  switch (kind) {
    case 'sql': {
      const { runQuery } = await import('./run-query.ts')
      const { analyzeSql } = await import('./analyze-sql.ts')
      return {
        query: (input) => runQuery(input as Tasks['query']['input']),
        analyze: (input) => analyzeSql(input as Tasks['analyze']['input']),
      }
    }
    case 'database': {
      const { describeDatabase } = await import('./database/describe-database.ts')
      const { queryDatabase } = await import('./database/query-database.ts')
      return {
        queryDatabase: (input) => queryDatabase(input as Tasks['queryDatabase']['input']),
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
      return { chart: (input, bytes) => renderChart(input as Tasks['chart']['input'], bytes) }
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
