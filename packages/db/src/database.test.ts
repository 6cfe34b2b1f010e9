import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { deleteSession } from './delete-session.ts'
import { pingDatabase } from './health.ts'
import { listPersonas } from './persona.ts'
import { createTestSession, createTestUser, useTestDatabase } from './testing.ts'

const unavailable = { name: 'AppError', code: 'unavailable', isRetryable: true, retryAfterSeconds: 1 }
const away = { ...unavailable, message: 'The database cannot be reached at the moment. Try again shortly.' }
const busy = { ...unavailable, message: 'The database did not answer in time. Try again shortly.' }

const database = useTestDatabase()

/** Waits until `count` statements of this database wait for a lock, then cuts their connections. */
async function cutWaiting(count: number): Promise<void> {
  const reader = openDatabase({ url: database.url, poolSize: 1 })
  const waiting = `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  let seen = 0
  while (seen < count) {
    const { rows } = await reader.pool.query(`select count(*)::int as seen from ${waiting}`)
    seen = rows[0].seen
  }
  await reader.pool.query(`select pg_terminate_backend(pid) from ${waiting}`)
  await reader.close()
}

test('statements that run when connections break are unavailable, and the next ones work', async () => {
  const { db } = database
  const owner = await createTestUser(db)
  const session = await createTestSession(db, owner)
  const blocker = await db.pool.connect()
  await blocker.query('begin')
  await blocker.query('lock table personas, sessions in access exclusive mode')

  const waiting = [listPersonas(db, owner), deleteSession(db, owner, { id: session.id })]
  const refusals = Promise.allSettled(waiting)
  await cutWaiting(waiting.length)
  blocker.release(true)
  for (const outcome of await refusals) expect(outcome).toMatchObject({ status: 'rejected', reason: away })
  expect(await listPersonas(db, owner)).toEqual([])
  expect(await deleteSession(db, owner, { id: session.id })).toEqual([session.id])
})

test('a statement that waits too long for a lock is unavailable', async () => {
  const { db } = database
  const owner = await createTestUser(db)
  const blocker = await db.pool.connect()
  await blocker.query('begin')
  await blocker.query('lock table personas in access exclusive mode')
  await expect(listPersonas(db, owner)).rejects.toMatchObject(busy)
  await blocker.query('rollback')
  blocker.release()
  expect(await listPersonas(db, owner)).toEqual([])
})

test('a statement without a free connection is unavailable', async () => {
  const db = openDatabase({ url: database.url, poolSize: 1 })
  const only = await db.pool.connect()
  await expect(pingDatabase(db)).rejects.toMatchObject(busy)
  only.release()
  await pingDatabase(db)
  await db.close()
})

test('a server that is down or never replies is unavailable', async () => {
  const owner = await createTestUser(database.db)
  const sockets: Socket[] = []
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const db = openDatabase({ url: `postgresql://stranger@127.0.0.1:${port}/none`, poolSize: 2 })
  await expect(pingDatabase(db)).rejects.toMatchObject(unavailable)
  await expect(listPersonas(db, owner)).rejects.toMatchObject(unavailable)

  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => silent.close(resolve))
  await expect(pingDatabase(db)).rejects.toMatchObject(unavailable)
  await expect(listPersonas(db, owner)).rejects.toMatchObject(unavailable)
  await expect(deleteSession(db, owner, { id: owner })).rejects.toMatchObject(unavailable)
  await db.close()
})

test('a defect is not reported as unavailable', async () => {
  await expect(
    deleteSession(database.db, await createTestUser(database.db), { id: 'no uuid' }),
  ).rejects.toMatchObject({
    code: '22P02',
  })
})
