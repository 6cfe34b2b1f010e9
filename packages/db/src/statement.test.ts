import { expect, test } from 'vitest'
import { findTokenOwner } from './access-token.ts'
import { findApiKey } from './api-key.ts'
import { getLlmConfig } from './llm-config.ts'
import { getRunEvidence } from './run.ts'
import { findRunData } from './run-data.ts'
import { insertRunEvents } from './run-event.ts'
import { beginTestTurn, createTestUser, makeFinalStep, useTestDatabase } from './testing.ts'
import { finishTurn } from './turn/finish-turn.ts'
import { recordStep } from './turn/record-step.ts'
import { addUsage } from './usage.ts'

// Plans belong to a connection, so that all statements here share one.
const database = useTestDatabase({ poolSize: 1 })

/** PostgreSQL plans the first executions for their values, and then compares these plans with one for any values. */
const FIRST_EXECUTIONS = 5

test('the statements of a turn and of its lookups are planned once for a connection', async () => {
  const { db } = database
  // Few rows cost so little that PostgreSQL may keep any plan.
  for (let user = 0; user < 300; user++) await createTestUser(db)
  await db.pool.query('analyze users')
  const executions = FIRST_EXECUTIONS + 3
  for (let turn = 0; turn < executions; turn++) await doTurn()

  const { rows } = await db.pool.query<{ name: string; anew: number }>(
    `select name, custom_plans::int as anew from pg_prepared_statements
     where generic_plans + custom_plans >= $1 and not starts_with(name, 'prisma_')`,
    [executions],
  )
  const anew = Object.fromEntries(rows.map(({ name, anew }) => [name, anew]))
  const names = Object.keys(anew)
  expect(names).toEqual(
    expect.arrayContaining([
      'add_usage',
      'find_run_data',
      'find_run_evidence',
      'find_token_owners',
      'finish_turn',
      'insert_run_events',
      'insert_steps',
    ]),
  )
  expect(Object.entries(anew).filter(([, count]) => count > FIRST_EXECUTIONS)).toEqual([])
})

async function doTurn(): Promise<void> {
  const { db } = database
  const owner = await createTestUser(db)
  const { runId } = await beginTestTurn(db, owner)
  await findTokenOwner(db, { tokenId: 'token', userId: owner, issuedAt: new Date() })
  await findApiKey(db, 'ffffffffffff')
  await getLlmConfig(db, owner, 1)
  await findRunData(db, owner)
  await recordStep(db, { runId, step: makeFinalStep(1, 'A step.') })
  await insertRunEvents(db, [{ runId, sequence: 1, event: { type: 'run' } }], [])
  const used = { provider: 'ollama', model: 'm', inputTokens: 1, outputTokens: 1, costMicros: null }
  await addUsage(db, { owner, month: '2026-11', ...used })
  await finishTurn(db, {
    runId,
    leaseOwner: 'here',
    status: 'ok',
    message: { content: 'Done.', type: 'chat', status: 'ok', runId, artifacts: null },
    finalStep: makeFinalStep(2, 'Done.'),
    usage: null,
  })
  await getRunEvidence(db, owner, runId)
}
