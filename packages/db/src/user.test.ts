import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAccount, findAccount } from './sign-in.ts'
import { createTestUser, useTestDatabase } from './testing.ts'
import { getUser, hasAdministrator, listDisabledUsers, listUsers, updateUser } from './user.ts'

const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

const database = useTestDatabase()

function accountOf(wallet: string) {
  const signIn = { kind: 'wallet', issuer: '', subject: wallet.toLowerCase(), label: wallet } as const
  return {
    signIn,
    walletAddress: wallet,
    role: 'member',
    isRoleConfigured: false,
    admittedBy: 'open',
  } as const
}

test('one proof is one user', async () => {
  const { db } = database
  const first = await createAccount(db, accountOf(WALLET))
  expect(await createAccount(db, accountOf(WALLET))).toEqual(first)
  expect(await findAccount(db, accountOf(WALLET).signIn)).toEqual(first)
  expect(await findAccount(db, accountOf(`0x${'1'.repeat(40)}`).signIn)).toBeNull()
  const user = await getUser(db, first.owner)
  expect(user).toMatchObject({ walletAddress: WALLET, role: 'member' })
  expect(user?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/)
})

test('simultaneous first sign-ins create one user', async () => {
  const account = accountOf('0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359')
  const users = await Promise.all(Array.from({ length: 20 }, () => createAccount(database.db, account)))
  expect(new Set(users.map(({ owner }) => owner)).size).toBe(1)
})

test('a wallet that was removed from an account comes as another account, which is shown by its UUID', async () => {
  const { db } = database
  const wallet = `0x${randomBytes(20).toString('hex')}`
  const first = await createAccount(db, accountOf(wallet))
  await db.pool.query('delete from sign_ins where subject = $1', [wallet])
  const second = await createAccount(db, accountOf(wallet))
  expect(second.owner).not.toBe(first.owner)
  expect(await getUser(db, first.owner)).toMatchObject({ walletAddress: wallet })
  expect(await getUser(db, second.owner)).toMatchObject({ walletAddress: null })
})

test('a missing user is null', async () => {
  const { db } = database
  const owner = await createTestUser(db)
  await db.pool.query('delete from users where id = $1', [owner])
  expect(await getUser(db, owner)).toBeNull()
  expect(await updateUser(db, owner, { role: 'administrator' })).toBe('missing')
})

test('of two administrators who leave at once, one stays', async () => {
  const { db } = database
  expect(await hasAdministrator(db)).toBe(false)
  const pair = [await createTestUser(db, 'administrator'), await createTestUser(db, 'administrator')]
  const left = await Promise.all(pair.map((id) => updateUser(db, id, { role: 'member' })))
  expect(left.toSorted()).toEqual(['changed', 'last_administrator'])
  const last = pair[left.indexOf('last_administrator')] ?? ''
  expect(await updateUser(db, last, { isDisabled: true })).toBe('last_administrator')
  expect(await updateUser(db, last, { role: 'administrator', isDisabled: false })).toBe('changed')
  expect(await hasAdministrator(db)).toBe(true)
})

test('users are disabled and enabled again, and a missing user counts as disabled', async () => {
  const { db } = database
  const [first, second] = [await createTestUser(db), await createTestUser(db)]
  expect(await updateUser(db, first, { isDisabled: true })).toBe('changed')
  const missing = randomUUID()
  expect((await listDisabledUsers(db, [first, second, missing])).toSorted()).toEqual(
    [first, missing].toSorted(),
  )
  const [listed] = (await listUsers(db, { limit: 200 })).filter(({ owner }) => owner === first)
  expect(listed?.disabledAt).toMatch(/^\d{4}-/)
  await updateUser(db, first, { isDisabled: false })
  expect(await listDisabledUsers(db, [first, second])).toEqual([])
})
