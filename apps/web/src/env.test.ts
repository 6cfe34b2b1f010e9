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
    registries: { names: ['catalog'], url: null },
    toolServers: { connectMs: 5_000, listMs: 10_000, callMs: 30_000 },
    limits: { signInsPerSecond: 20, signInBurst: 100, turnsPerUser: 100, approvalMs: 600_000 },
  })
})

test('limits are read from the environment', () => {
  const settings = readSettings({
    DATABASE_URL,
    PARLEY_PROXY_HOPS: '2',
    PARLEY_LIMITS_SIGN_INS_PER_SECOND: '0.5',
    PARLEY_LIMITS_SIGN_IN_BURST: '2',
    PARLEY_LIMITS_TURNS_PER_USER: '3',
    PARLEY_LIMITS_APPROVAL_SECONDS: '60',
    PARLEY_LIMITS_TOOL_CONNECT_SECONDS: '0.5',
    PARLEY_LIMITS_TOOL_LIST_SECONDS: '20',
    PARLEY_LIMITS_TOOL_CALL_SECONDS: '120',
  })
  expect(settings).toMatchObject({
    proxyHops: 2,
    toolServers: { connectMs: 500, listMs: 20_000, callMs: 120_000 },
    limits: { signInsPerSecond: 0.5, signInBurst: 2, turnsPerUser: 3, approvalMs: 60_000 },
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
  ['PARLEY_LIMITS_TOOL_CALL_SECONDS', '0'],
  ['PARLEY_REGISTRY', 'catalog,elsewhere'],
])('%s = %j is refused by name', (name, value) => {
  expect(() => readSettings({ DATABASE_URL, [name]: value })).toThrow(name)
})

test('several registries are merged, but one address does not stand for two of them', () => {
  const both = { DATABASE_URL, PARLEY_REGISTRY: 'official, catalog,smithery' }
  expect(readSettings(both).registries.names).toEqual(['catalog', 'smithery', 'official'])
  expect(() => readSettings({ ...both, PARLEY_REGISTRY_URL: 'https://x.example' })).toThrow(
    'PARLEY_REGISTRY_URL',
  )
})
