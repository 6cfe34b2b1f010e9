import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createArtifact, deleteExpiredArtifacts, getArtifact } from './artifact.ts'
import { openDatabase } from './database.ts'
import { holdFiles, oldestFileHold, releaseFiles, renewFileHold } from './file-hold.ts'
import type { OwnerId } from './owner.ts'
import { deleteRetiredBlobs, listRetiredBlobs } from './retired-blob.ts'
import { beginTestTurn, createTestSession, createTestUser, useTestDatabase } from './testing.ts'
import { beginTurn } from './turn/begin-turn.ts'

const database = useTestDatabase()
let owner: OwnerId
let other: OwnerId
beforeAll(async () => {
  owner = await createTestUser(database.db)
  other = await createTestUser(database.db)
})

function newArtifact(path: string) {
  const [artifactId, fileName, mediaType] = [randomUUID(), 'chart.png', 'image/png']
  return { artifactId, fileName, mediaType, bytes: 100, path, runId: null, expiresAt: null }
}

test('an artifact is read by its owner alone, under its own name', async () => {
  const { db } = database
  const image = newArtifact('a/chart.png')
  const script = { ...image, fileName: 'chart.mjs', path: 'a/chart.mjs' }
  expect(await createArtifact(db, owner, image)).toBe(true)
  expect(await createArtifact(db, owner, script)).toBe(true)
  expect(await getArtifact(db, owner, image)).toMatchObject(image)
  expect(await getArtifact(db, owner, script)).toMatchObject(script)
  expect(await getArtifact(db, other, image)).toBeNull()
  expect(await getArtifact(db, owner, { ...image, fileName: 'chart.svg' })).toBeNull()
  expect(await getArtifact(db, owner, { ...image, artifactId: randomUUID() })).toBeNull()
})

test('an artifact is recorded only where it fits in the storage of its owner', async () => {
  const { db } = database
  const single = await createTestUser(db)
  expect(await createArtifact(db, single, { ...newArtifact('a/1.png'), mostBytes: 250 })).toBe(true)
  expect(await createArtifact(db, single, { ...newArtifact('a/2.png'), mostBytes: 199 })).toBe(false)
  expect(await createArtifact(db, other, { ...newArtifact('a/3.png'), mostBytes: 199 })).toBe(true)
  expect(await createArtifact(db, single, { ...newArtifact('a/4.png'), mostBytes: 200 })).toBe(true)
})

test('an artifact belongs to a run of its owner, never to a run of another user', async () => {
  const { db } = database
  const { id: sessionId } = await createTestSession(db, owner)
  const runId = randomUUID()
  await beginTurn(db, owner, {
    sessionId,
    runId,
    query: 'Q',
    leaseOwner: 'here',
    leaseMs: 60_000,
    historyLimit: 1,
  })
  expect(await createArtifact(db, owner, { ...newArtifact('b'), runId })).toBe(true)
  expect(await createArtifact(db, other, { ...newArtifact('c'), runId })).toBe(false)
  expect(await createArtifact(db, owner, { ...newArtifact('d'), runId: randomUUID() })).toBe(false)
})

test('only the file of a stored run is committed without waiting for the disk', async () => {
  // The test server waits for no commit, so these connections name a setting.
  const url = `${database.url}?options=${encodeURIComponent('-c synchronous_commit=local')}`
  const db = openDatabase({ url, poolSize: 1 })
  await db.pool.query(`
    create table noted_commits (path text, setting text);
    create function note_commit() returns trigger language plpgsql as $$ begin
      insert into noted_commits values (new.path, current_setting('synchronous_commit'));
      return null;
    end $$;
    create constraint trigger noted after insert on artifacts deferrable initially deferred
      for each row execute function note_commit()`)
  const { runId } = await beginTestTurn(db, owner)
  await createArtifact(db, owner, { ...newArtifact('of no run') })
  await createArtifact(db, owner, { ...newArtifact('of a run'), runId })
  await createArtifact(db, owner, { ...newArtifact('of no run again') })
  const { rows } = await db.pool.query('select path, setting from noted_commits')
  expect(rows.toSorted((a, b) => a.path.localeCompare(b.path))).toEqual([
    { path: 'of a run', setting: 'off' },
    { path: 'of no run', setting: 'local' },
    { path: 'of no run again', setting: 'local' },
  ])
  await db.pool.query('drop function note_commit cascade; drop table noted_commits')
  await db.close()
})

test('an expired artifact is not served, and deleting it retires its file', async () => {
  const { db } = database
  const past = { ...newArtifact('past'), expiresAt: new Date(Date.now() - 1000) }
  const future = { ...newArtifact('future'), expiresAt: new Date(Date.now() + 3_600_000) }
  await createArtifact(db, owner, past)
  await createArtifact(db, owner, future)
  expect(await getArtifact(db, owner, past)).toBeNull()
  await deleteExpiredArtifacts(db)
  await deleteExpiredArtifacts(db)
  expect(await listRetiredBlobs(db, { limit: 10 })).toEqual(['past'])
  await deleteRetiredBlobs(db, ['past'])
  expect(await listRetiredBlobs(db, { limit: 10 })).toEqual([])
  expect(await getArtifact(db, owner, future)).toMatchObject(future)
})

test('a file is kept that is retired during a hold by a transaction that began before it', async () => {
  const { db } = database
  const deletion = await db.pool.connect()
  await deletion.query('begin')
  await deletion.query(`insert into retired_blobs (path) values ('late')`)
  const hold = randomUUID()
  await holdFiles(db, hold, { holdMs: 600_000 })
  await deletion.query('commit')
  deletion.release()
  expect(await listRetiredBlobs(db, { limit: 10 })).toEqual([])
  await releaseFiles(db, hold)
  expect(await listRetiredBlobs(db, { limit: 10 })).toEqual(['late'])
  await deleteRetiredBlobs(db, ['late'])
})

test('a file that is retired after a hold began is kept until the hold ends or expires', async () => {
  const { db } = database
  const expired = { ...newArtifact('held'), expiresAt: new Date(Date.now() - 1000) }
  await createArtifact(db, owner, expired)
  const [dead, live] = [randomUUID(), randomUUID()]
  await holdFiles(db, dead, { holdMs: -1000 })
  expect(await oldestFileHold(db)).toBeNull()
  await holdFiles(db, live, { holdMs: 1 })
  await renewFileHold(db, live, { holdMs: 600_000 })
  expect(await oldestFileHold(db)).toBeInstanceOf(Date)
  await deleteExpiredArtifacts(db)
  expect(await listRetiredBlobs(db, { limit: 10 })).toEqual([])
  await releaseFiles(db, live)
  expect(await oldestFileHold(db)).toBeNull()
  expect(await listRetiredBlobs(db, { limit: 10 })).toEqual(['held'])
  expect((await db.pool.query('select id from file_holds')).rows).toEqual([])
})
