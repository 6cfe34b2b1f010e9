import { randomUUID } from 'node:crypto'
import type { QueryableSource } from '@parley/domain'
import { createEgress } from '@parley/net'
import { expect, test } from 'vitest'
import { createPostgresDatabase } from '../testing/postgres.ts'
import { startComputing } from '../testing/start-computing.ts'
import { openWorkshop, startRun } from '../testing/workshop.ts'

test('a misspelt column among 40,000 columns with long names is explained while timers run on', async () => {
  const workshop = await openWorkshop()
  const egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
  const database = await createPostgresDatabase()
  await database.run('CREATE TABLE wide (temperature int)')
  const named = (name: string) => ({ name, type: 'integer', description: '', samples: [] })
  const long = Array.from({ length: 40_000 }, (_, index) => named(`${'erutarepmet_'.repeat(300)}${index}`))
  // A copy is read as fast as names that come from a database. V8 joins the parts of built texts when they are read.
  const columns = structuredClone([named('temperature'), ...long])
  const source: QueryableSource = {
    id: randomUUID(),
    name: 'shop',
    kind: 'postgresql',
    description: '',
    tables: [{ name: 'public.wide', description: '', rowCount: 1, columns }],
    connection: database.connection,
  }
  const run = startRun(workshop, { ownerId: 'ann', sources: [source], egress })
  let computedMs = startComputing()
  let longestMs = 0
  const computed = () => {
    longestMs = Math.max(longestMs, computedMs())
    computedMs = startComputing()
  }
  const timer = setInterval(computed, 10)
  const { output } = await run.call('execute_sql', { generated_sql: 'SELECT temprature FROM shop.wide' })
  clearInterval(timer)
  computed()
  expect(output.error).toContain('did you mean temperature')
  // This limit of the thread's processor time detects a freeze; comparing whole names would take minutes.
  expect(longestMs).toBeLessThan(2000)
  await database.drop()
  await egress.close()
  await workshop.close()
})
