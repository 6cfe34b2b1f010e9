import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { OwnerId } from './owner.ts'
import { createTestUser, useTestDatabase } from './testing.ts'
import { addUsage, readUsage } from './usage.ts'

const database = useTestDatabase()

const turn = {
  provider: 'demo',
  model: 'small',
  month: '2026-11',
  inputTokens: 3,
  outputTokens: 2,
  costMicros: 5,
}

test('turns that end together are counted exactly, each for its own user and model', async () => {
  const { db } = database
  const [owner, other] = [await createTestUser(db), await createTestUser(db)]
  const turns = Array.from({ length: 600 }, (_, index) => ({
    ...turn,
    owner: index % 3 === 0 ? other : owner,
    model: index % 2 === 0 ? 'small' : 'large',
    costMicros: index % 2 === 0 ? 5 : null,
  }))
  await Promise.all(turns.map((used) => addUsage(db, used)))
  const counts = (turns: number, costMicros: number, unpricedTurns: number) => ({
    turns,
    inputTokens: 3 * turns,
    outputTokens: 2 * turns,
    costMicros,
    unpricedTurns,
  })
  const ofDemo = { provider: 'demo' }
  expect(await readUsage(db, owner, '2026-11')).toEqual([
    { ...ofDemo, model: 'small', ...counts(200, 1_000, 0) },
    { ...ofDemo, model: 'large', ...counts(200, 0, 200) },
  ])
  expect(await readUsage(db, other, '2026-11')).toEqual([
    { ...ofDemo, model: 'small', ...counts(100, 500, 0) },
    { ...ofDemo, model: 'large', ...counts(100, 0, 100) },
  ])
  expect(await readUsage(db, owner, '2026-10')).toEqual([])
})

test('a turn of a user that does not exist is refused, and the turns counted with it are not', async () => {
  const { db } = database
  const owner = await createTestUser(db)
  const missing = randomUUID() as OwnerId
  const added = await Promise.allSettled(
    [owner, owner, missing, owner].map((user) => addUsage(db, { ...turn, owner: user })),
  )
  expect(added.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await readUsage(db, owner, '2026-11')).toMatchObject([{ turns: 3, inputTokens: 9 }])
})
