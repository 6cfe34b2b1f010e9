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
    limits: { signInsPerSecond: 20, signInBurst: 100, turns: 500, turnsPerUser: 100, approvalMs: 600_000 },
  })
})

test('limits are read from the environment', () => {
  const settings = readSettings({
    DATABASE_URL,
    PARLEY_PROXY_HOPS: '2',
    PARLEY_LIMITS_SIGN_INS_PER_SECOND: '0.5',
    PARLEY_LIMITS_SIGN_IN_BURST: '2',
    PARLEY_LIMITS_TURNS: '4',
    PARLEY_DRAIN_DELAY_SECONDS: '2.5',
    PARLEY_LIMITS_TURNS_PER_USER: '3',
    PARLEY_LIMITS_APPROVAL_SECONDS: '60',
    PARLEY_LIMITS_TOOL_CONNECT_SECONDS: '0.5',
    PARLEY_LIMITS_TOOL_LIST_SECONDS: '20',
    PARLEY_LIMITS_TOOL_CALL_SECONDS: '120',
  })
  expect(settings).toMatchObject({
    proxyHops: 2,
    drainDelayMs: 2_500,
    toolServers: { connectMs: 500, listMs: 20_000, callMs: 120_000 },
    limits: { signInsPerSecond: 0.5, signInBurst: 2, turns: 4, turnsPerUser: 3, approvalMs: 60_000 },
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
  ['PARLEY_DRAIN_DELAY_SECONDS', '-1'],
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

test('an entry of the egress list without a purpose is refused with the entries to write instead', () => {
  const read = (entries: string) => readSettings({ DATABASE_URL, PARLEY_EGRESS_ALLOW: entries }).egressAllow
  expect(read('model:gpu.internal:11434, database:[fd00::1]:5432')).toEqual([
    'model:gpu.internal:11434',
    'database:[fd00::1]:5432',
  ])
  expect(() => read('model:gpu.internal:11434,gpu.internal:8080')).toThrow(
    /^PARLEY_EGRESS_ALLOW: "gpu\.internal:8080" does not say what .*model:gpu\.internal:8080, tool:gpu/,
  )
})

test('pages of loopback origins may call the REST interface in local mode, of no origin in public mode', () => {
  const read = (environment: Record<string, string>) =>
    readSettings({ DATABASE_URL, ...environment }).corsOrigins
  expect(read({})).toBe('loopback')
  expect(read({ PARLEY_MODE: 'public' })).toEqual(new Set())
  expect(read({ PARLEY_CORS_ORIGINS: '' })).toEqual(new Set())
  const listed = { PARLEY_CORS_ORIGINS: 'https://app.example/, http://localhost:5173' }
  expect(read(listed)).toEqual(new Set(['https://app.example', 'http://localhost:5173']))
  expect(() => read({ PARLEY_CORS_ORIGINS: 'app' })).toThrow('PARLEY_CORS_ORIGINS')
})

test.each([
  ['CHAIN_RPC_URL', 'ftp://node.example', 'http or https'],
  ['CHAIN_RPC_URL', 'https://user@node.example', 'without user name'],
  ['LEDGER_MAIN_RPC_URL', 'node.example', 'http or https'],
  ['LEDGER_LOCAL_RPC_URL', 'https://node.example', 'reserved'],
  ['LEDGER_WATCH', 'carol', 'not an address of the ledger'],
])('%s = %s is refused by name with a sentence', (name, value, sentence) => {
  const read = () => readSettings({ DATABASE_URL, [name]: value })
  expect(read).toThrow(name)
  expect(read).toThrow(sentence)
})
