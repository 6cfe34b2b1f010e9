import { scriptedModel } from '@parley/agent/testing'
import { LIMITS } from '@parley/contract'
import { useTestDatabase } from '@parley/db/testing'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, expect, test } from 'vitest'
import { createSoftwarePasskey, type PasskeyFault } from './testing/software-passkey.ts'
import { createTestApi, type TestApi } from './testing.ts'

const database = useTestDatabase()
let api: TestApi

beforeAll(() => {
  api = createTestApi({ db: database.db, model: scriptedModel([]).model })
  Object.assign(api.deps, { origin: 'https://parley.test' })
})

const newWallet = () => privateKeyToAccount(generatePrivateKey())

async function signed(account: PrivateKeyAccount) {
  const challenge = await api.send('GET', `/auth/challenge?wallet=${account.address}`)
  return {
    wallet: account.address,
    signature: await account.signMessage({ message: challenge.body.data.nonce }),
  }
}

const verify = async (account: PrivateKeyAccount) =>
  api.send('POST', '/auth/verify', { body: await signed(account) })
const read = async (bearer: string) => (await api.send('GET', '/account', { bearer })).body.data
const remove = (bearer: string, id: string) => api.send('DELETE', `/account/sign_in/${id}`, { bearer })

async function addWallet(bearer: string, account = newWallet()) {
  return api.send('POST', '/account/wallet', { bearer, body: await signed(account) })
}

async function addPasskey(bearer: string, passkey = createSoftwarePasskey(), fault: PasskeyFault = {}) {
  const started = await api.send('POST', '/account/passkey/start', { bearer, body: { label: 'Laptop' } })
  const credential = passkey.create(started.body.data.options, fault)
  return api.send('POST', '/account/passkey', { bearer, body: { credential, label: 'Laptop' } })
}

async function challenge(purpose: 'sign_in' | 'register') {
  const reply = await api.send('POST', '/auth/passkey/challenge', { body: { purpose } })
  return reply.body.data.options
}

async function usePasskey(passkey: ReturnType<typeof createSoftwarePasskey>, fault: PasskeyFault = {}) {
  const credential = passkey.get(await challenge('sign_in'), fault)
  return api.send('POST', '/auth/passkey/verify', { body: { credential } })
}

test('an account shows its proofs to its owner alone, and user_id stays the first wallet', async () => {
  const { token, address, userId } = await api.signIn()
  const other = await api.signIn()
  const second = newWallet()
  expect((await addWallet(token, second)).status).toBe(200)
  const own = await read(token)
  expect(own).toMatchObject({ user_id: address, parley_uuid: userId, offers_passkeys: true })
  expect(own.sign_ins).toMatchObject([{ label: address }, { label: second.address, kind: 'wallet' }])
  expect((await verify(second)).body.data.parley_uuid).toBe(userId)
  expect((await read(other.token)).sign_ins).toHaveLength(1)
  const stolen = await remove(other.token, own.sign_ins[1].sign_in_id)
  expect(stolen.status).toBe(404)
})

test('a wallet of another account is refused, and of two accounts that add one at once, one gets it', async () => {
  const [first, second] = [await api.signIn(), await api.signIn()]
  const wallet = newWallet()
  const replies = await Promise.all([addWallet(first.token, wallet), addWallet(second.token, wallet)])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const again = await addWallet(first.token, wallet)
  expect(again.status).toBe(409)
  expect(again.body.message).toMatch(/already|Another account/)
  // The sign-in of a stranger at the same time makes no second account of the wallet.
  const late = newWallet()
  const [added, signedIn] = await Promise.all([addWallet(first.token, late), verify(late)])
  expect([added.status === 200, signedIn.body.data.parley_uuid === first.userId]).toEqual(
    added.status === 200 ? [true, true] : [false, false],
  )
})

test('of two browsers of one account that add one wallet at once, one adds it, and it signs in to the account', async () => {
  const first = newWallet()
  const browsers = [await verify(first), await verify(first)]
  const stranger = await api.signIn()
  const wallet = newWallet()
  const replies = await Promise.all(browsers.map(({ body }) => addWallet(body.data.access_token, wallet)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const labels = async (bearer: string) =>
    (await read(bearer)).sign_ins.map(({ label }: { label: string }) => label)
  expect(await labels(browsers[0]?.body.data.access_token)).toEqual([first.address, wallet.address])
  expect(await labels(stranger.token)).toEqual([stranger.address])
  expect((await verify(wallet)).body.data.parley_uuid).toBe(browsers[0]?.body.data.parley_uuid)
})

test('the last proof stays, also when two are removed at once', async () => {
  const { token } = await api.signIn()
  const only = (await read(token)).sign_ins[0].sign_in_id
  const refused = await remove(token, only)
  expect(refused.status).toBe(409)
  expect(refused.body.message).toMatch(/last way to sign in/)
  const added = (await addWallet(token)).body.data.sign_in_id
  const replies = await Promise.all([remove(token, only), remove(token, added)])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await read(token)).sign_ins).toHaveLength(1)
})

test('a removed proof signs in to its account no more, and the other sessions end', async () => {
  const { token, userId } = await api.signIn()
  const wallet = newWallet()
  const id = (await addWallet(token, wallet)).body.data.sign_in_id
  const otherSession = (await verify(wallet)).body.data.access_token
  expect((await remove(token, id)).status).toBe(200)
  expect((await api.send('GET', '/agent', { bearer: otherSession })).status).toBe(401)
  expect((await api.send('GET', '/agent', { bearer: token })).status).toBe(200)
  expect((await verify(wallet)).body.data.parley_uuid).not.toBe(userId)
})

test('other sessions end on request, and a later sign-in works', async () => {
  const wallet = newWallet()
  const [first, second] = [await verify(wallet), await verify(wallet)]
  const bearer = first.body.data.access_token
  expect((await api.send('POST', '/account/end_other_sessions', { bearer })).status).toBe(200)
  expect((await api.send('GET', '/agent', { bearer: second.body.data.access_token })).status).toBe(401)
  expect((await api.send('GET', '/agent', { bearer })).status).toBe(200)
  const later = (await verify(wallet)).body.data.access_token
  expect((await api.send('GET', '/agent', { bearer: later })).status).toBe(200)
})

test('proofs are changed within ten minutes of a sign-in only', async () => {
  const { token } = await api.signIn()
  const now = api.deps.now
  Object.assign(api.deps, { now: () => new Date(Date.now() + LIMITS.freshSignInSeconds * 1000 + 1000) })
  const replies = [
    await addWallet(token),
    await remove(token, (await read(token)).sign_ins[0].sign_in_id),
    await api.send('POST', '/account/recovery_codes', { bearer: token }),
    await api.send('POST', '/account/passkey/start', { bearer: token, body: { label: 'Laptop' } }),
  ]
  Object.assign(api.deps, { now })
  expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  expect(replies[0]?.body.message).toMatch(/Sign in again first/)
})

test('a passkey makes an account, is shown by a UUID, and signs in to it', async () => {
  const passkey = createSoftwarePasskey()
  const credential = passkey.create(await challenge('register'))
  const made = await api.send('POST', '/auth/passkey/register', { body: { credential, label: 'Phone' } })
  const { access_token, parley_uuid } = made.body.data
  expect(await read(access_token)).toMatchObject({ user_id: parley_uuid, sign_ins: [{ label: 'Phone' }] })
  const signedIn = await usePasskey(passkey)
  expect(signedIn.body.data.parley_uuid).toBe(parley_uuid)
  // A wallet that is added later changes nothing that is shown.
  await addWallet(access_token)
  expect((await read(access_token)).user_id).toBe(parley_uuid)
})

test('a passkey of an existing account signs in to it', async () => {
  const { token, userId } = await api.signIn()
  const passkey = createSoftwarePasskey()
  expect((await addPasskey(token, passkey)).status).toBe(200)
  expect((await usePasskey(passkey)).body.data.parley_uuid).toBe(userId)
})

test('a passkey whose counter does not rise was copied: it is refused, and an event tells its person', async () => {
  const { token, userId } = await api.signIn()
  const passkey = createSoftwarePasskey()
  await addPasskey(token, passkey)
  expect((await usePasskey(passkey, { counter: 40 })).status).toBe(200)
  for (const counter of [40, 39, 0]) {
    const refused = await usePasskey(passkey, { counter })
    expect([counter, refused.status]).toEqual([counter, 401])
    expect(refused.body.message).toMatch(/may have been copied/)
  }
  expect((await usePasskey(passkey, { counter: 41 })).body.data.parley_uuid).toBe(userId)
  const twice = await Promise.all([
    usePasskey(passkey, { counter: 50 }),
    usePasskey(passkey, { counter: 50 }),
  ])
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 401])
  const events = await database.db.pool.query(
    `select count(*)::int as count from events e join event_subjects s on s.subject = e.subject
     where s.user_id = $1 and e.action = 'auth.copiedPasskey'`,
    [userId],
  )
  expect(events.rows[0].count).toBe(4)
})

test('a device without a counter sends 0 each time and signs in each time', async () => {
  const { token } = await api.signIn()
  const passkey = createSoftwarePasskey()
  await addPasskey(token, passkey, { counter: 0 })
  for (const _ of [1, 2]) expect((await usePasskey(passkey, { counter: 0 })).status).toBe(200)
})

test.each<[string, PasskeyFault]>([
  ['another origin', { origin: 'https://evil.test' }],
  ['plain http', { origin: 'http://parley.test' }],
  ['another host', { host: 'evil.test' }],
  ['the reply of a registration', { type: 'webauthn.create' }],
  ['no verification of the person', { flags: 0b001 }],
  ['no presence of the person', { flags: 0b100 }],
  ['a forged signature', { isForged: true }],
])('the sign-in of a passkey with %s is refused', async (_what, fault) => {
  const { token } = await api.signIn()
  const passkey = createSoftwarePasskey()
  await addPasskey(token, passkey)
  expect((await usePasskey(passkey, fault)).status).toBe(401)
  expect((await usePasskey(passkey)).status).toBe(200)
})

test.each<[string, PasskeyFault]>([
  ['another origin', { origin: 'https://evil.test' }],
  ['another host', { host: 'evil.test' }],
  ['the reply of a sign-in', { type: 'webauthn.get' }],
  ['no verification of the person', { flags: 0b001 }],
  [
    'a certificate, for which the library would open a connection',
    {
      attestation: {
        format: 'packed',
        statement: Buffer.from([0xa1, 0x63, 0x78, 0x35, 0x63, 0x81, 0x41, 0x00]),
      },
    },
  ],
  ['an attestation of another format', { attestation: { format: 'tpm', statement: Buffer.from([0xa0]) } }],
])('a new passkey with %s is refused', async (_what, fault) => {
  const { token } = await api.signIn()
  expect((await addPasskey(token, createSoftwarePasskey(), fault)).status).toBe(401)
  expect((await read(token)).sign_ins).toHaveLength(1)
})

test('a challenge counts once, for its purpose, its account and five minutes', async () => {
  const [first, second] = [await api.signIn(), await api.signIn()]
  const passkey = createSoftwarePasskey()
  await addPasskey(first.token, passkey)
  const options = await challenge('sign_in')
  const send = (given: { challenge: string }, extra = {}) =>
    api.send('POST', '/auth/passkey/verify', { body: { credential: passkey.get(given), ...extra } })
  expect((await send(options)).status).toBe(200)
  expect((await send(options)).status).toBe(401)
  expect((await send(await challenge('register'))).status).toBe(401)
  expect((await send({ challenge: Buffer.alloc(56).toString('base64url') })).status).toBe(401)
  const started = await api.send('POST', '/account/passkey/start', {
    bearer: first.token,
    body: { label: 'Phone' },
  })
  const stolen = createSoftwarePasskey().create(started.body.data.options)
  const body = { credential: stolen, label: 'Phone' }
  expect((await api.send('POST', '/account/passkey', { bearer: second.token, body })).status).toBe(401)
  const now = api.deps.now
  const late = await challenge('sign_in')
  Object.assign(api.deps, { now: () => new Date(Date.now() + 301_000) })
  expect((await send(late)).status).toBe(401)
  Object.assign(api.deps, { now })
})

test('an unknown passkey and an invalid reply are refused, and nothing is stored', async () => {
  const before = await database.db.pool.query('select count(*)::int as count from sign_ins')
  expect((await usePasskey(createSoftwarePasskey())).status).toBe(401)
  const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: { clientDataJSON: 'e30' } }
  for (const path of ['/auth/passkey/verify', '/auth/passkey/register'])
    expect((await api.send('POST', path, { body: { credential, label: 'X' } })).status).toBe(401)
  const huge = { ...credential, id: 'A'.repeat(LIMITS.passkeyFieldLength + 1) }
  const refused = await api.send('POST', '/auth/passkey/verify', { body: { credential: huge } })
  expect(refused.status).toBe(400)
  expect((await database.db.pool.query('select count(*)::int as count from sign_ins')).rows).toEqual(
    before.rows,
  )
  expect(api.faults).toEqual([])
})

test('at an IP address and without TLS the service offers no passkeys, and says so', async () => {
  const { token } = await api.signIn()
  for (const origin of ['http://127.0.0.1:3000', 'https://[::1]', 'http://parley.test']) {
    Object.assign(api.deps, { origin })
    const reply = await api.send('POST', '/auth/passkey/challenge', { body: { purpose: 'sign_in' } })
    expect([origin, reply.status]).toEqual([origin, 403])
    expect(reply.body.message).toContain(origin)
    expect((await read(token)).offers_passkeys).toBe(false)
  }
  Object.assign(api.deps, { origin: 'https://parley.test' })
})

test('a recovery code signs in once in any spelling, and ends the other sessions', async () => {
  const { token, userId } = await api.signIn()
  const other = await api.signIn()
  const made = await api.send('POST', '/account/recovery_codes', { bearer: token })
  const codes: string[] = made.body.data.codes
  expect(codes).toHaveLength(LIMITS.recoveryCodes)
  expect(new Set(codes).size).toBe(codes.length)
  for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  const stored = await database.db.pool.query('select * from recovery_codes')
  expect(JSON.stringify(stored.rows)).not.toContain(codes[0])

  const written = ` ${codes[0]?.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')} `
  const recovered = await api.send('POST', '/auth/recover', { body: { code: written } })
  expect(recovered.body.data.parley_uuid).toBe(userId)
  expect((await api.send('GET', '/agent', { bearer: token })).status).toBe(401)
  expect((await api.send('GET', '/agent', { bearer: other.token })).status).toBe(200)
  const fresh = recovered.body.data.access_token
  expect((await read(fresh)).recovery_codes.left).toBe(LIMITS.recoveryCodes - 1)
  expect((await addWallet(fresh)).status).toBe(200)
  expect((await api.send('POST', '/auth/recover', { body: { code: codes[0] } })).status).toBe(401)

  const races = await Promise.all(
    Array.from({ length: 4 }, () => api.send('POST', '/auth/recover', { body: { code: codes[1] } })),
  )
  expect(races.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
})

test('new recovery codes replace the earlier ones, and a disabled account has none that work', async () => {
  const { token, userId } = await api.signIn()
  const make = async () =>
    (await api.send('POST', '/account/recovery_codes', { bearer: token })).body.data.codes as string[]
  const [earlier] = await make()
  const [code] = await make()
  expect((await api.send('POST', '/auth/recover', { body: { code: earlier } })).status).toBe(401)
  await database.db.pool.query('update users set disabled_at = iso_now() where id = $1', [userId])
  expect((await api.send('POST', '/auth/recover', { body: { code } })).status).toBe(401)
})

test('guesses of a recovery code are bounded for each client', async () => {
  const { signInsPerSecond, signInBurst } = api.deps.limits
  Object.assign(api.deps.limits, { signInsPerSecond: 0.001, signInBurst: 3 })
  const guess = (clientAddress: string) =>
    api.send('POST', '/auth/recover', { clientAddress, body: { code: '0000-0000-0000-0000' } })
  const statuses: number[] = []
  for (const _ of [1, 2, 3, 4]) statuses.push((await guess('203.0.113.9')).status)
  expect(statuses).toEqual([401, 401, 401, 429])
  expect((await guess('198.51.100.7')).status).toBe(401)
  Object.assign(api.deps.limits, { signInsPerSecond, signInBurst })
})

test('a person whom a group admits has no proof besides the provider, and no other proof signs in', async () => {
  const { token, userId } = await api.signIn()
  const passkey = createSoftwarePasskey()
  await addPasskey(token, passkey)
  const [code] = (await api.send('POST', '/account/recovery_codes', { bearer: token })).body.data.codes
  await database.db.pool.query(`update users set admitted_by = 'group' where id = $1`, [userId])
  Object.assign(api.deps.admission, { modes: new Set(['group']), groups: new Set(['staff']) })
  expect((await addWallet(token)).body.message).toMatch(/no other way to sign in/)
  expect((await api.send('POST', '/account/recovery_codes', { bearer: token })).status).toBe(403)
  expect((await usePasskey(passkey)).body.message).toMatch(/Sign in there/)
  expect((await api.send('POST', '/auth/recover', { body: { code } })).status).toBe(403)
  Object.assign(api.deps.admission, { modes: new Set(['open']), groups: new Set() })
  expect((await usePasskey(passkey)).status).toBe(200)
})

test('an administrator whom the configuration names by a wallet stays one with a passkey', async () => {
  const { token, address, userId } = await api.signIn()
  const passkey = createSoftwarePasskey()
  await addPasskey(token, passkey)
  const { administrators } = api.deps.admission
  const wallets = new Set([address.toLowerCase()])
  Object.assign(api.deps.admission, { administrators: { ...administrators, wallets } })
  await database.db.pool.query(
    `update users set role = 'administrator', is_role_configured = true where id = $1`,
    [userId],
  )
  const roleAfter = async () => (await read((await usePasskey(passkey)).body.data.access_token)).role
  expect(await roleAfter()).toBe('administrator')
  Object.assign(api.deps.admission, { administrators })
  expect(await roleAfter()).toBe('member')
})
