import { expect, test } from 'vitest'
import { readSettings } from './env.ts'

const DATABASE_URL = 'postgresql://parley@127.0.0.1/parley'

test('everything but the database has a default', () => {
  expect(readSettings({ DATABASE_URL })).toMatchObject({
    port: 3000,
    origin: 'http://127.0.0.1:3000',
    mode: 'local',
    proxyHops: 0,
    inFlightLimit: 1000,
    limits: { signInsPerSecond: 20, signInBurst: 100, turnsPerUser: 100 },
  })
})

test('limits are read from the environment', () => {
  const settings = readSettings({
    DATABASE_URL,
    PARLEY_PROXY_HOPS: '2',
    PARLEY_LIMITS_SIGN_INS_PER_SECOND: '0.5',
    PARLEY_LIMITS_SIGN_IN_BURST: '2',
    PARLEY_LIMITS_TURNS_PER_USER: '3',
  })
  expect(settings).toMatchObject({
    proxyHops: 2,
    limits: { signInsPerSecond: 0.5, signInBurst: 2, turnsPerUser: 3 },
  })
})

test.each([
  ['DATABASE_URL', ''],
  ['PORT', '70000'],
  ['PARLEY_MODE', 'open'],
  ['PARLEY_PROXY_HOPS', '-1'],
  ['PARLEY_LIMITS_SIGN_INS_PER_SECOND', '0'],
  ['PARLEY_LIMITS_SIGN_IN_BURST', 'many'],
  ['PARLEY_LIMITS_TURNS_PER_USER', '1.5'],
])('%s = %j is refused by name', (name, value) => {
  expect(() => readSettings({ DATABASE_URL, [name]: value })).toThrow(name)
})
