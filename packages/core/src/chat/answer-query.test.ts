import type { Model, Tool } from '@parley/agent'
import { scriptedModel } from '@parley/agent/testing'
import { type Database, getRun, listMessages, type OwnerId } from '@parley/db'
import { createTestUser, useTestDatabase } from '@parley/db/testing'
import { Secret } from '@parley/domain'
import { beforeAll, expect, test } from 'vitest'
import { createAgent } from '../agent/create-agent.ts'
import type { Deps } from '../deps.ts'
import { createLlmConfig } from '../llm-config/create-llm-config.ts'
import { openTurnsInFlight } from '../run/turns-in-flight.ts'
import { createSession } from '../session/create-session.ts'
import { createTestDeps } from '../testing.ts'
import { answerQuery } from './answer-query.ts'
import { keepTurnLeases } from './turn-leases.ts'

const database = useTestDatabase({ poolSize: 1 })
let owner: OwnerId
beforeAll(async () => {
  // The pool has one connection, so a test that holds it blocks every other query.
  owner = await createTestUser(database.db)
})

async function openSession(deps: Deps): Promise<string> {
  const config = { provider: 'ollama', model: 'm', baseUrl: 'http://127.0.0.1:1/v1', params: {} } as const
  const texts = { name: 'C', description: '' }
  const { id } = await createLlmConfig(deps, owner, { ...config, ...texts, apiKey: new Secret('') })
  const tools = [{ toolName: 'find_metadata', toolServerId: 'parley', properties: [] }]
  const agentId = await createAgent(deps, owner, { ...texts, modelConfigId: id, tools, limits: {} })
  return createSession(deps, owner, { name: 'S', personaId: 1, agentId })
}

/** Asks a question and reads all events. */
async function ask(deps: Deps, sessionId: string) {
  const answer = answerQuery(deps, owner, { sessionId, query: 'Hi', isStreaming: false })
  let next = await answer.next()
  while (!next.done) next = await answer.next()
  return next.value
}

/**
 * Takes the only connection of the database, so that other queries time out. The returned function releases
 * it.
 */
async function takeDatabase({ pool }: Database): Promise<() => void> {
  const connection = await pool.connect()
  return () => connection.release()
}

const call = { toolCalls: [{ name: 'find_metadata', arguments: {} }] }

/** Returns a tool that takes the database when it is called. `giveBack` releases the database. */
function holdingTool(db: Database): { readonly tool: Tool; readonly giveBack: () => void } {
  let giveBack = () => {}
  return {
    tool: {
      name: 'find_metadata',
      description: '',
      parameters: { type: 'object' },
      async call() {
        giveBack = await takeDatabase(db)
        return { status: 'ok', output: { found: 1 }, content: 'found' }
      },
    },
    giveBack: () => giveBack(),
  }
}

test('an answer continues while its steps wait to be stored, and ends when they are stored', async () => {
  const { db } = database
  const { tool, giveBack } = holdingTool(db)
  const { model: scripted } = scriptedModel([call, 'There is one.'])
  const waiting: number[] = []
  const model: Model = async function* (request) {
    waiting.push(db.pool.waitingCount)
    giveBack()
    return yield* scripted(request)
  }
  const deps = createTestDeps({ db, tools: () => [tool], model })
  const { runId } = await ask(deps, await openSession(deps))
  expect(waiting).toEqual([0, 1])
  const run = await getRun(db, owner, runId)
  expect(run?.steps.map(({ stepId }) => stepId)).toEqual([1, 2])
})

test('a short outage of the database loses neither a step nor the answer', async () => {
  const { db } = database
  const { tool, giveBack } = holdingTool(db)
  const { model } = scriptedModel([call, 'There is one.'])
  const deps = createTestDeps({ db, tools: () => [tool], model })
  const sessionId = await openSession(deps)
  // By then the step could not be stored, and the first attempt to store the answer has failed too.
  const answering = ask(deps, sessionId)
  setTimeout(giveBack, 4_500)
  const answer = await answering
  expect(answer).toMatchObject({ content: 'There is one.', status: 'ok' })
  const run = await getRun(db, owner, answer.runId)
  expect(run?.steps).toMatchObject([
    { stepId: 1, agentName: 'find_metadata', output: { found: 1 }, status: 'ok' },
    { stepId: 2, agentName: 'final_response' },
  ])
})

test('the leases of all turns under way are renewed together, and a lost lease stops its turn', async () => {
  const { db } = database
  const gate = Promise.withResolvers<void>()
  const behind: Model = async function* (request) {
    await Promise.race([
      gate.promise,
      new Promise((_, reject) =>
        request.signal.addEventListener('abort', () => reject(request.signal.reason)),
      ),
    ])
    return yield* scriptedModel(['Late.']).model(request)
  }
  const turns = openTurnsInFlight('here', { leaseMs: 900 })
  const deps = { ...createTestDeps({ db, model: behind }), turns }
  const leases = await keepTurnLeases(deps, () => {}, { recoverEveryMs: 100 })
  try {
    const sessions = [await openSession(deps), await openSession(deps), await openSession(deps)]
    const answers = sessions.map((session) => ask(deps, session))
    const [lost = '', ...kept] = sessions
    const abandoned = expect(answers[0]).rejects.toThrow('was deleted while')
    await expect.poll(() => turns.runIds().length).toBe(3)
    await db.pool.query(`update runs set lease_owner = 'elsewhere', lease_expires_at = now() + interval '1 hour'
      where session_id = '${lost}'`)
    await abandoned
    // Longer than a lease that is not renewed.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    gate.resolve()
    await Promise.all(answers.slice(1))
    for (const session of kept) {
      expect(await listMessages(db, owner, session)).toMatchObject([{ role: 'user' }, { status: 'ok' }])
    }
  } finally {
    leases.close()
  }
})
