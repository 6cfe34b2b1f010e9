import pg from 'pg'

/**
 * @typedef {{ session: string, askedAt: number, answeredAt: number }} Answer times as `Date.now` gives them
 * @typedef {{ name: string, startedAt: number, finishedAt: number }} Migration
 */

/**
 * Says which migrations ran since the call, and whether older replicas answered during them and then on the new schema.
 *
 * @param {string} databaseUrl
 * @returns {Promise<(seen: { answers: readonly Answer[], firstNewAt: number, say: import('./world.d.ts').World['say'], check: import('./world.d.ts').World['check'] }) => Promise<void>>}
 *   `firstNewAt` is when the first new replica was ready: until then older ones alone answer
 */
export async function watchSchema(databaseUrl) {
  const before = new Set((await readMigrations(databaseUrl)).map(({ name }) => name))
  return async ({ answers, firstNewAt, say, check }) => {
    const ran = (await readMigrations(databaseUrl)).filter(({ name }) => !before.has(name))
    say(
      'migrations that ran while older replicas answered',
      `${ran.length} ${ran.map(({ name }) => name).join()}`,
    )
    if (ran.length === 0) return
    const startedAt = Math.min(...ran.map((migration) => migration.startedAt))
    const finishedAt = Math.max(...ran.map((migration) => migration.finishedAt))
    const during = answers.filter(({ askedAt, answeredAt }) => askedAt < finishedAt && answeredAt > startedAt)
    const after = answers.filter(({ askedAt, answeredAt }) => askedAt > finishedAt && answeredAt < firstNewAt)
    const slowest = Math.max(0, ...during.map(({ askedAt, answeredAt }) => answeredAt - askedAt))
    say(
      'turns under way during the migrations',
      `${during.length} in ${(finishedAt - startedAt).toFixed(0)} ms, the slowest ${slowest} ms`,
    )
    check('older replicas answer on the newer schema', after.length > 0, `${after.length} turns`)
  }
}

/** @param {string} databaseUrl @returns {Promise<Migration[]>} */
async function readMigrations(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    'select migration_name as name, started_at, finished_at from _prisma_migrations order by started_at',
  )
  await client.end()
  return rows.map(({ name, started_at, finished_at }) => ({
    name,
    startedAt: started_at.getTime(),
    finishedAt: finished_at.getTime(),
  }))
}
