import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './testing.ts'
import {
  consumeWalletChallenge,
  createWalletChallenge,
  listOpenWalletChallenges,
} from './wallet-challenge.ts'

const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

function inSeconds(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000)
}

test('several may be open for a wallet, in any spelling, and none of another wallet', async () => {
  const { db } = database
  const expiresAt = inSeconds(300)
  await createWalletChallenge(db, { wallet: WALLET, message: 'first', expiresAt })
  await createWalletChallenge(db, { wallet: WALLET.toLowerCase(), message: 'second', expiresAt })
  await createWalletChallenge(db, { wallet: OTHER, message: 'of another', expiresAt })
  const open = await listOpenWalletChallenges(db, WALLET.toUpperCase().replace('0X', '0x'))
  expect(open.map(({ message }) => message)).toEqual(['second', 'first'])
})

test('of 64 replays exactly one consumes', async () => {
  const { db } = database
  await createWalletChallenge(db, { wallet: WALLET, message: 'once', expiresAt: inSeconds(300) })
  const [challenge] = await listOpenWalletChallenges(db, WALLET)
  const consumed = await Promise.all(
    Array.from({ length: 64 }, () => consumeWalletChallenge(db, challenge?.id ?? '0')),
  )
  expect(consumed.filter(Boolean)).toHaveLength(1)
})

test('one that has expired is neither listed nor consumed', async () => {
  const { db } = database
  await createWalletChallenge(db, { wallet: OTHER, message: 'late', expiresAt: inSeconds(-1) })
  const open = await listOpenWalletChallenges(db, OTHER)
  expect(open.map(({ message }) => message)).not.toContain('late')
  const { rows } = await db.pool.query(`select id from wallet_challenges where message = 'late'`)
  expect(await consumeWalletChallenge(db, rows[0].id)).toBe(false)
})

test('the newest 16 of a wallet are kept, and the oldest of all go first', async () => {
  const { db } = database
  const wallet = `0x${'1'.repeat(40)}`
  for (let number = 1; number <= 20; number++) {
    await createWalletChallenge(db, { wallet, message: String(number), expiresAt: inSeconds(300) })
  }
  const open = await listOpenWalletChallenges(db, wallet)
  expect(open.map(({ message }) => Number(message))).toEqual(Array.from({ length: 16 }, (_, i) => 20 - i))

  await db.pool.query(
    `select setval('wallet_challenges_id_seq', last_value + 99989) from wallet_challenges_id_seq`,
  )
  await createWalletChallenge(db, { wallet: OTHER, message: 'newest', expiresAt: inSeconds(300) })
  expect(await listOpenWalletChallenges(db, wallet)).toHaveLength(10)
})
