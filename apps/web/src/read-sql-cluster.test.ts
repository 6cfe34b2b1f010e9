import { expect, test } from 'vitest'
import { readSettings } from './env.ts'

const STORE = { PARLEY_BLOBS: 's3://files', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }
const read = (variables: Record<string, string>) =>
  readSettings({ DATABASE_URL: 'postgresql://parley@127.0.0.1/parley', ...variables }).sqlCluster

test('without an address statements over files stay on this machine', () => {
  expect(read({ ...STORE, PARLEY_SQL_CLUSTER_ROWS: '5' })).toBeNull()
})

test('an address is enough beside an object store', () => {
  expect(read({ ...STORE, PARLEY_SQL_CLUSTER: 'https://clickhouse.internal:8443' })).toEqual({
    url: 'https://clickhouse.internal:8443/',
    user: 'parley',
    password: '',
    collection: 'parley',
    leastRows: 20_000_000,
  })
})

test.each([
  [{ PARLEY_SQL_CLUSTER: 'http://c:8123' }, /set PARLEY_BLOBS with it/],
  [{ ...STORE, PARLEY_SQL_CLUSTER: 'tcp://c:9000' }, /must be an http or https address of ClickHouse/],
  [{ ...STORE, PARLEY_SQL_CLUSTER: 'http://me:secret@c:8123' }, /without user name/],
  [
    { ...STORE, PARLEY_SQL_CLUSTER: 'http://c:8123', PARLEY_SQL_CLUSTER_COLLECTION: "x', url" },
    /must be a name/,
  ],
  [
    { ...STORE, PARLEY_SQL_CLUSTER: 'http://c:8123', PARLEY_SQL_CLUSTER_ROWS: '0' },
    /PARLEY_SQL_CLUSTER_ROWS/,
  ],
])('%j is refused with a sentence', (variables, message) => {
  expect(() => read(variables as unknown as Record<string, string>)).toThrow(message)
})
