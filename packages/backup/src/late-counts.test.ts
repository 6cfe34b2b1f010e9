import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createTestUser, useTestDatabase } from '@parley/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backUp, folderPlace } from './index.ts'

const LATE_MS = 50
/** The messages CopyDone and CommandComplete, where one follows the other (PostgreSQL "Message Formats"). */
const END_OF_COPY = Buffer.from([0x63, 0, 0, 0, 4, 0x43])
const COPY_DONE_BYTES = 5

const database = useTestDatabase()
let folder: string
let relay: Server
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-backup-counts-'))
  relay = createServer((client) => {
    const { hostname, port } = new URL(database.url)
    const server = connect({ host: hostname, port: Number(port) })
    client.pipe(server)
    void sendCountsLate(server, client)
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
})
afterAll(async () => {
  relay.close()
  await rm(folder, { recursive: true, force: true })
})

/** Passes the replies of the database on. The end of a COPY, with the number of rows, comes later than the last row. */
async function sendCountsLate(server: Socket, client: Socket): Promise<void> {
  for await (const chunk of server) {
    const end = chunk.indexOf(END_OF_COPY)
    const split = end === -1 ? chunk.length : end + COPY_DONE_BYTES
    client.write(chunk.subarray(0, split))
    if (split === chunk.length) continue
    await wait(LATE_MS)
    client.write(chunk.subarray(split))
  }
  client.end()
}

test('a backup has the number of rows of each table, also when it arrives after the last row', async () => {
  await createTestUser(database.db)
  const { rows: users } = await database.db.pool.query('select id from users')
  const url = new URL(database.url)
  url.port = String((relay.address() as AddressInfo).port)
  const files = folderPlace(join(folder, 'service'))
  const { tables } = await backUp({ databaseUrl: url.href, files, to: join(folder, 'backup') })
  expect(tables.find(({ table }) => table === 'users')?.rows).toBe(users.length)
})
