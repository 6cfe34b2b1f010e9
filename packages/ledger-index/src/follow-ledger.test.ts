import { setTimeout as wait } from 'node:timers/promises'
import { readLedgerHead } from '@parley/db'
import { useTestDatabase } from '@parley/db/testing'
import { createLedgerClient } from '@parley/ledger'
import { startRpcServer } from '@parley/ledger-node'
import { expect, test } from 'vitest'
import { followLedger } from './index.ts'
import { chainAt } from './testing/networks.ts'

const database = useTestDatabase()

test('a follower of a local network reads to its newest block and continues until it is closed', async () => {
  const { db } = database
  let chain = chainAt(12_345)
  const faults: unknown[] = []
  const origin = { kind: 'local', chain: () => chain } as const
  const onFault = (error: unknown) => faults.push(error)
  const follower = followLedger({ db, network: 'local', origin, onFault, onRecovered: () => {} })
  await untilHeight('local', 12_345n)
  chain = chainAt(12_346)
  await untilHeight('local', 12_346n)
  await follower.close()
  chain = chainAt(12_400)
  await wait(50)
  expect((await readLedgerHead(db, 'local'))?.height).toBe(12_346n)
  expect(faults).toEqual([])
})

test('a follower of a node reports a fault and continues until it is closed', async () => {
  const { db } = database
  const chain = chainAt(500)
  const server = await startRpcServer(() => chain, { port: 0 })
  const client = createLedgerClient({ rpcUrl: server.url })
  const origin = { kind: 'node', client, watchedAddresses: [] } as const
  const follower = followLedger({ db, network: 'node', origin, onFault: () => {}, onRecovered: () => {} })
  await untilHeight('node', 500n)
  await follower.close()
  await server.close()

  const away = createLedgerClient({ rpcUrl: server.url, retries: 0 })
  const fault = await new Promise((resolve) => {
    const lost = followLedger({
      db,
      network: 'away',
      origin: { ...origin, client: away },
      onFault: (error) => void lost.close().then(() => resolve(error)),
      onRecovered: () => {},
    })
  })
  expect(fault).toMatchObject({ code: 'transport' })
})

async function untilHeight(network: string, height: bigint): Promise<void> {
  while ((await readLedgerHead(database.db, network))?.height !== height) await wait(50)
}
