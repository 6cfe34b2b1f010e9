import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { listMessages } from './message.ts'
import type { OwnerId } from './owner.ts'
import { createTestSession, createTestUser, useTestDatabase } from './testing.ts'
import { beginTurn } from './turn/begin-turn.ts'

const database = useTestDatabase()
let owner: OwnerId
let other: OwnerId
beforeAll(async () => {
  owner = await createTestUser(database.db)
  other = await createTestUser(database.db)
})

/** Writes exchanges as finished turns would; the n-th message is `contents[n]`. */
async function fill(contents: string[]): Promise<string> {
  const { id } = await createTestSession(database.db, owner)
  await database.db.pool.query(
    `insert into messages (session_id, sequence, role, content, type, status, run_id, artifacts)
     select $1, n, case when n % 2 = 1 then 'user' else 'assistant' end, content,
       case when n % 2 = 0 then 'chat' end, case when n % 2 = 0 then 'ok' end, case when n % 2 = 0 then '' end,
       case when n = 2 then '["artifacts/a/b.png"]'::json end
     from unnest($2::text[]) with ordinality as given (content, n)`,
    [id, contents],
  )
  await database.db.pool.query('update sessions set last_sequence = $2 where id = $1', [id, contents.length])
  return id
}

test('all messages are listed in order, to the owner alone', async () => {
  const id = await fill(['Hello', 'Good day', 'And?'])
  const createdAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/)
  const question = { role: 'user', type: null, status: null, runId: null, artifacts: null, createdAt }
  expect(await listMessages(database.db, owner, id)).toEqual([
    { ...question, sequence: 1, content: 'Hello' },
    {
      sequence: 2,
      role: 'assistant',
      content: 'Good day',
      type: 'chat',
      status: 'ok',
      runId: '',
      artifacts: ['artifacts/a/b.png'],
      createdAt,
    },
    { ...question, sequence: 3, content: 'And?' },
  ])
  expect(await listMessages(database.db, other, id)).toEqual([])
})

/** Returns the history that a turn receives when it begins now. */
async function historyOf(sessionId: string, historyLimit: number, asker = owner) {
  const turn = {
    sessionId,
    runId: randomUUID(),
    query: 'Next?',
    leaseOwner: 'test',
    leaseMs: 1000,
    historyLimit,
  }
  const begun = await beginTurn(database.db, asker, turn)
  return begun.kind === 'begun' ? begun.history.map(({ content }) => content) : null
}

test('a turn receives the newest messages up to its limit, the oldest of them first', async () => {
  const contents = Array.from({ length: 100 }, (_, index) => `message ${index + 1}`)
  expect(await historyOf(await fill(contents), 3)).toEqual(['message 98', 'message 99', 'message 100'])
  expect(await historyOf(await fill(contents), 1000)).toHaveLength(100)
  expect(await historyOf(await fill(contents), 3, other)).toBeNull()
})

test('the history is cut where the newest messages together exceed two megabytes', async () => {
  const huge = 'x'.repeat(1_500_000)
  const history = await historyOf(await fill(['first', huge, 'small', huge, 'last']), 50)
  expect(history?.map((content) => content.length)).toEqual([5, 1_500_000, 4])
})
