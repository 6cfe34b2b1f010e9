import { setTimeout as wait } from 'node:timers/promises'
import { readLedgerHead } from '@parley/db'
import { createTestDatabase, type TestDatabase } from '@parley/db/testing'
import { createHttpTransport, createLedgerClient } from '@parley/ledger'
import { startRpcServer } from '@parley/ledger-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followLedger } from './index.ts'
import { chainAt } from './testing/networks.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a local network is followed to its newest block, from there on, and until it is closed', async () => {
  const { db } = database
  let chain = chainAt(12_345)
  const faults: unknown[] = []
  const origin = { kind: 'local', chain: () => chain } as const
  const follower = followLedger({ db, network: 'local', origin, onFault: (error) => faults.push(error) })
  await untilHeight('local', 12_345n)
  chain = chainAt(12_346)
  await untilHeight('local', 12_346n)
  await follower.close()
  chain = chainAt(12_400)
  await wait(50)
  expect((await readLedgerHead(db, 'local'))?.height).toBe(12_346n)
  expect(faults).toEqual([])
})

test('a node is followed; a fault is told, and following goes on until it is closed', async () => {
  const { db } = database
  const chain = chainAt(500)
  const server = await startRpcServer(() => chain, { port: 0 })
  const client = createLedgerClient({ transport: createHttpTransport({ rpcUrl: server.url }) })
  const origin = { kind: 'node', client, watchedAddresses: [] } as const
  const follower = followLedger({ db, network: 'node', origin, onFault: () => {} })
  await untilHeight('node', 500n)
  await follower.close()
  await server.close()

  const away = createLedgerClient({ transport: createHttpTransport({ rpcUrl: server.url }), retries: 0 })
  const fault = await new Promise((resolve) => {
    const lost = followLedger({
      db,
      network: 'away',
      origin: { ...origin, client: away },
      onFault: (error) => void lost.close().then(() => resolve(error)),
    })
  })
  expect(fault).toMatchObject({ code: 'transport' })
})

async function untilHeight(network: string, height: bigint): Promise<void> {
  while ((await readLedgerHead(database.db, network))?.height !== height) await wait(50)
}
