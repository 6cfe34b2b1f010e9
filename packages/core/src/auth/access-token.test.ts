import { randomBytes, randomUUID } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createAccessTokens } from './access-token.ts'

const ORIGIN = 'https://parley.example'
const DAY_MS = 86_400_000

const key = randomBytes(32)
const tokens = createAccessTokens(key, ORIGIN)
const userId = randomUUID()

afterEach(() => {
  vi.useRealTimers()
})

test('a token names its user at the first and at the second check', async () => {
  const token = await tokens.sign(userId)
  const claims = await tokens.verify(token)
  expect(claims?.userId).toBe(userId)
  expect(claims?.expiresAt.getTime()).toBeGreaterThan(Date.now() + DAY_MS - 10_000)
  expect(await tokens.verify(token)).toEqual(claims)
  const another = await tokens.verify(await tokens.sign(userId))
  expect(another?.tokenId).not.toBe(claims?.tokenId)
})

test('an expired token is refused, also when its signature is cached', async () => {
  const token = await tokens.sign(userId)
  expect(await tokens.verify(token)).not.toBeNull()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS + 30_000 })
  expect(await tokens.verify(token)).not.toBeNull()
  vi.setSystemTime(Date.now() + 60_000)
  expect(await tokens.verify(token)).toBeNull()
  expect(await createAccessTokens(key, ORIGIN).verify(token)).toBeNull()
})

test('a renewed token is the same session with more time, and ends a week after its sign-in', async () => {
  const claims = await tokens.verify(await tokens.sign(userId))
  if (!claims) throw new Error('no claims')
  const { expiresAt, ...session } = claims
  const renewAfter = async (days: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: session.issuedAt.getTime() + days * DAY_MS })
    return tokens.verify(await tokens.renew(session))
  }
  const later = await renewAfter(0.5)
  expect(later).toMatchObject(session)
  expect(later?.expiresAt.getTime()).toBeGreaterThan(expiresAt.getTime() + DAY_MS / 2 - 10_000)
  expect((await renewAfter(6.5))?.expiresAt.getTime()).toBeLessThanOrEqual(
    session.issuedAt.getTime() + 7 * DAY_MS,
  )
  expect(await renewAfter(7.1)).toBeNull()
})

test('a token that was changed at any place is refused', async () => {
  const token = await tokens.sign(userId)
  expect(await tokens.verify(token)).not.toBeNull()
  // Two bits of the last letter are unused.
  for (let place = 0; place < token.length - 1; place++) {
    const letter = token[place] === 'A' ? 'B' : 'A'
    expect(await tokens.verify(token.slice(0, place) + letter + token.slice(place + 1))).toBeNull()
  }
  expect(await tokens.verify(`${token}A`)).toBeNull()
  expect(await tokens.verify(token.slice(0, -1))).toBeNull()
})

test('more tokens than the cache holds are all accepted', async () => {
  const many = await Promise.all(Array.from({ length: 1_200 }, () => tokens.sign(userId)))
  for (const token of [...many, ...many]) expect(await tokens.verify(token)).not.toBeNull()
})

describe('verify', () => {
  const claims = ({ alg = 'HS256', typ = 'JWT' } = {}) =>
    new SignJWT()
      .setProtectedHeader({ alg, typ })
      .setIssuer(ORIGIN)
      .setAudience('parley')
      .setSubject(userId)
      .setJti('1')
      .setIssuedAt()
      .setExpirationTime('1h')

  test('accepts a token made as the service makes it (or the refusals prove nothing)', async () => {
    expect(await tokens.verify(await claims().sign(key))).not.toBeNull()
  })

  test.each([
    ['under another key', () => claims().sign(randomBytes(32))],
    ['of another installation', () => claims().setIssuer('https://elsewhere.example').sign(key)],
    ['for another audience', () => claims().setAudience('others').sign(key)],
    ['without a subject', () => claims().setSubject('').sign(key)],
    ['without an id', () => claims().setJti('').sign(key)],
    [
      'over its time',
      () =>
        claims()
          .setExpirationTime(Date.now() / 1000 - 61)
          .sign(key),
    ],
    ['not yet valid', () => claims().setNotBefore('2h').sign(key)],
    ['under another algorithm', () => claims({ alg: 'HS512' }).sign(Buffer.concat([key, key]))],
    ['of another type', () => claims({ typ: 'at+jwt' }).sign(key)],
    ['without signature', async () => new UnsecuredJWT({ sub: userId, jti: '1' }).setIssuer(ORIGIN).encode()],
    ['longer than 4 KB', () => claims().setSubject('x'.repeat(4_096)).sign(key)],
    ['nothing', async () => ''],
    ['noise', async () => 'a.b.c'],
  ])('refuses a token: %s', async (_what, make) => {
    expect(await tokens.verify(await make())).toBeNull()
  })

  test('refuses a token that lacks claims', async () => {
    const bare = await new SignJWT({ sub: userId }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(key)
    expect(await tokens.verify(bare)).toBeNull()
  })
})
