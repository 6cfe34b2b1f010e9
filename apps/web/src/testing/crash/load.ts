import { randomInt, randomUUID } from 'node:crypto'
import { createClient } from '../service-client.ts'
import type { Task } from './slow-model.ts'

/** The outcome of a question, as its client saw it. */
export type Asked = {
  readonly sessionId: string
  readonly taskId: string
  /** The HTTP status; null when no complete reply arrived. */
  readonly status: number | null
  /** The data of a successful reply. */
  readonly answer: { readonly content: string; readonly run_id: string; readonly artifacts: unknown } | null
}

export type Load = {
  readonly asked: readonly Asked[]
  /** The service that receives questions from now on; null while no service runs. */
  readonly aim: (origin: string | null) => void
  /** Sends no more questions and waits for the open ones. */
  readonly stop: () => Promise<void>
}

/** Sends `perSecond` questions a second in idle sessions, half of them as streams, and ignores failures. */
export function startLoad({
  token,
  sessionIds,
  perSecond,
}: {
  readonly token: string
  readonly sessionIds: readonly string[]
  readonly perSecond: number
}): Load {
  const asked: Asked[] = []
  const idle = [...sessionIds]
  const underWay = new Set<Promise<void>>()
  let target: string | null = null

  const timer = setInterval(() => {
    const sessionId = target && idle.shift()
    if (!target || !sessionId) return
    const asking = ask(target, { token, sessionId })
      .then((one) => {
        asked.push(one)
        idle.push(sessionId)
      })
      .finally(() => underWay.delete(asking))
    underWay.add(asking)
  }, 1000 / perSecond)

  return {
    asked,
    aim(origin) {
      target = origin
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(underWay)
    },
  }
}

async function ask(
  origin: string,
  { token, sessionId }: { readonly token: string; readonly sessionId: string },
): Promise<Asked> {
  const task: Task = { id: randomUUID(), calls: randomInt(0, 4), ms: randomInt(5, 60) }
  const isStreaming = randomInt(2) === 0
  const outcome = { sessionId, taskId: task.id, status: null, answer: null }
  try {
    const reply = await createClient(origin).fetch('POST', '/api/chat/query', {
      token,
      body: { session_id: sessionId, query: JSON.stringify(task) },
      headers: isStreaming ? { accept: 'text/event-stream' } : {},
    })
    const text = await reply.text()
    if (reply.status !== 200) return { ...outcome, status: reply.status }
    const envelope = isStreaming ? /^event: message\ndata: (.+)$/m.exec(text)?.[1] : text
    if (envelope === undefined) return outcome
    return { ...outcome, status: 200, answer: JSON.parse(envelope).data }
  } catch {
    return outcome
  }
}
