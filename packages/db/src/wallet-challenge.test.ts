import { expect, test } from 'vitest'
import { useTestDatabase } from './testing.ts'
import { consumeWalletChallenge, issueWalletChallenge, listOpenWalletChallenges } from './wallet-challenge.ts'

const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

const database = useTestDatabase()

const lifetimeSeconds = 300

const issue = (wallet: string, message: string) =>
  issueWalletChallenge(database.db, { wallet, message, lifetimeSeconds })

test('several challenges of a wallet are open in every spelling of its address, and none of another wallet', async () => {
  const { db } = database
  expect(await issue(WALLET, 'first')).toBe('first')
  expect(await issue(WALLET.toLowerCase(), 'second')).toBe('second')
  expect(await issue(OTHER, 'of another')).toBe('of another')
  const open = await listOpenWalletChallenges(db, WALLET.toUpperCase().replace('0X', '0x'))
  expect(open.map(({ message }) => message)).toEqual(['second', 'first'])
})

test('one of 64 replays consumes the challenge', async () => {
  const { db } = database
  await issue(WALLET, 'once')
  const [challenge] = await listOpenWalletChallenges(db, WALLET)
  const consumed = await Promise.all(
    Array.from({ length: 64 }, () => consumeWalletChallenge(db, challenge?.id ?? '0')),
  )
  expect(consumed.filter(Boolean)).toHaveLength(1)
})

test('an expired challenge is neither listed nor consumed', async () => {
  const { db } = database
  await issue(OTHER, 'late')
  await db.pool.query(
    `update wallet_challenges set expires_at = now() - interval '1 second' where message = 'late'`,
  )
  const open = await listOpenWalletChallenges(db, OTHER)
  expect(open.map(({ message }) => message)).not.toContain('late')
  const { rows } = await db.pool.query(`select id from wallet_challenges where message = 'late'`)
  expect(await consumeWalletChallenge(db, rows[0].id)).toBe(false)
})

test('a challenge lives five to six minutes by the clock of the database', async () => {
  const { db } = database
  await issue(OTHER, 'timed')
  const { rows } = await db.pool.query(
    `select extract(epoch from expires_at - now()) as seconds from wallet_challenges where message = 'timed'`,
  )
  expect(Number(rows[0].seconds)).toBeGreaterThan(299)
  expect(Number(rows[0].seconds)).toBeLessThanOrEqual(360)
})

test('many requests for one wallet get existing challenges and expire none of them', async () => {
  const { db } = database
  const wallet = `0x${'1'.repeat(40)}`
  const messages = Array.from({ length: 100 }, (_, number) => String(number))
  const issued = await Promise.all(messages.map((message) => issue(wallet, message)))
  const open = (await listOpenWalletChallenges(db, wallet)).map(({ message }) => message)
  expect(issued).toEqual(issued.filter((message) => message !== null && open.includes(message)))
  // Sixteen when a minute ended meanwhile.
  expect([8, 16]).toContain(open.length)
})

test('a full table refuses new challenges and keeps the open ones', async () => {
  const { db } = database
  const before = await listOpenWalletChallenges(db, OTHER)
  await db.pool.query(
    `select setval('wallet_challenges_id_seq', last_value + 1000000) from wallet_challenges_id_seq`,
  )
  expect(await issue(`0x${'2'.repeat(40)}`, 'last')).toBe('last')
  expect(await issue(`0x${'3'.repeat(40)}`, 'refused')).toBeNull()
  expect(await listOpenWalletChallenges(db, OTHER)).toEqual(before)
})
