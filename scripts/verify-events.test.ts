import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { createTestUser, useTestDatabase } from '@parley/db/testing'
import { expect, test } from 'vitest'
import { createCipher, openInstallationSecrets, recordEvent } from '../packages/core/src/index.ts'
import { sealAllEvents } from '../packages/core/src/testing.ts'

const database = useTestDatabase()
const masterKey = randomBytes(32)

function verify(...words: string[]): Promise<{ code: number; output: string }> {
  const script = path.join(import.meta.dirname, 'verify-events.mjs')
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    PARLEY_MASTER_KEY: masterKey.toString('base64'),
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...words], { env }, (error, out, err) => {
      resolve({ code: Number(error?.code ?? 0), output: out + err })
    })
  })
}

test('the command finds whole events whole, and says which batch was edited or cut off', async () => {
  const { db } = database
  const { apiKeyPepper } = await openInstallationSecrets(db, createCipher([masterKey]))
  const deps = { db, apiKeyPepper }
  const origin = { owner: await createTestUser(db), door: 'rest' as const, clientAddress: null }
  for (const targetId of ['first', 'second']) {
    await recordEvent(deps, { ...origin, action: 'agent.create', targetId })
    await sealAllEvents(deps)
  }
  const whole = await verify()
  expect(whole).toEqual({ code: 0, output: expect.stringMatching(/^2 events in 2 batches are whole\.\n/) })
  const noted = /\d+:[0-9a-f]{64}/.exec(whole.output)?.[0] ?? ''
  expect(await verify('nonsense')).toEqual({
    code: 2,
    output: 'Name the batch and its hash as an earlier run printed them: 12:4f…\n',
  })

  await db.pool.query('alter table events disable trigger all; alter table event_seals disable trigger all')
  await db.pool.query(`update events set target_id = 'another' where target_id = 'first'`)
  expect(await verify()).toEqual({ code: 1, output: expect.stringMatching(/\S/) })
  await db.pool.query(`update events set target_id = 'first' where target_id = 'another'`)
  await db.pool.query(`delete from events where target_id = 'second'`)
  await db.pool.query('delete from event_seals where batch = (select max(batch) from event_seals)')
  expect((await verify()).code).toBe(0)
  expect(await verify(noted)).toEqual({ code: 1, output: expect.stringMatching(/missing/) })
}, 120_000)
