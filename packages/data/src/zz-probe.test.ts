import { test } from 'vitest'
import { createEgress } from '@parley/net'
import { openEngine } from './engines/open-engine.ts'
import { openWorkshop, startRun } from './testing/workshop.ts'
test('probe', async () => {
  const w = await openWorkshop()
  const egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
  const connection = { kind: 'clickhouse', url: 'http://127.0.0.1:18123', user: 'reader', password: 'secret', database: 'shop' } as const
  const e = openEngine(connection, { ...w, ownerId: 'a', egress })
  const LIM = { timeoutMs: 3000, preview: { rows: 5, bytes: 10000 }, kept: { rows: 10, bytes: 100000 } }
  for (const q of ['SELECT 1 AS one', 'SELECT id, total, day, at FROM orders LIMIT 2', 'SELECT 9007199254740993 AS big, toInt64(3) AS small, nan AS n, NULL AS x, 1/0 AS inf', 'SELECT * FROM nix', 'SELECT nix FROM orders', 'SELEC 1', 'SELECT number FROM system.numbers', 'SELECT count() FROM system.numbers', 'SELECT sleep(3) FROM system.numbers', "SELECT 1 FORMAT JSON", 'SELECT country, sum(total) t FROM orders ANY INNER JOIN customers USING id GROUP BY country', "SELECT toDateTime('2024-01-01 10:00:00') AS t, [1,2] AS a, (1,'x') AS tup, toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0') AS u", "SELECT c.country, sum(o.total) AS t FROM orders o ANY INNER JOIN customers c ON o.customer_id = c.id GROUP BY c.country"]) {
    const t = performance.now(); console.log(q, '=>', (performance.now() - t).toFixed(0), JSON.stringify(await e.query({ ...LIM, sql: q }), (k, v) => k === 'bytes' ? undefined : v), (performance.now() - t).toFixed(0))
  }
  try { console.log(JSON.stringify(await e.describe())) } catch (x) { console.log('describe', String(x)) }
  for (const [user, password] of [['reader', 'wrong'], ['nobody', '']] as const) console.log(user, JSON.stringify(await openEngine({ ...connection, user, password }, { ...w, ownerId: 'a', egress }).query({ ...LIM, sql: 'SELECT 1' })))
  console.log('db', JSON.stringify(await openEngine({ ...connection, database: 'none' }, { ...w, ownerId: 'a', egress }).query({ ...LIM, sql: 'SELECT 1' })))
  try { await openEngine({ ...connection, database: 'none' }, { ...w, ownerId: 'a', egress }).describe(); console.log('db none described') } catch (x) { console.log('describe none', String(x)) }
  await w.close(); await egress.close()
}, 60000)
