// CPU of authenticating an API key, as every model call does, in the service and in PostgreSQL, against an older check
// without scopes, role and limits of a person, which does not read the user's row. Rounds are interleaved.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { authenticate } from '../packages/core/src/auth/authenticate.ts'
import { digestApiKey, mintApiKey, parseApiKey } from '../packages/core/src/secrets/api-key-secret.ts'
import { applyMigrations, openDatabase } from '../packages/db/src/index.ts'
import { prepareLookup } from '../packages/db/src/lookup.ts'
import { startPostgres } from '../scripts/postgres/start-postgres.mjs'
import { median } from './measure-load.mjs'
import { startCpuMeter } from './start-service.mjs'

const ROUNDS = 15
const SECONDS = 2
const AT_ONCE = 64

// The lookup as it was on 22 November 2026 before people came in by a rule.
const findWithoutUser = prepareLookup('find_api_keys_alone')(`
  select asked.position::int, k.user_id as owner, k.key_id as "keyId", k.digest, k.revoked_at is not null as "isRevoked",
    coalesce(k.expires_at <= clock_timestamp(), false) as "isExpired",
    (k.last_used_at is null
      or k.last_used_at::timestamp < timezone('utc', clock_timestamp()) - interval '1 minute') as "isUseDue"
  from unnest($1::text[]) with ordinality as asked (key_id, position) join api_keys k on k.key_id = asked.key_id
`)

const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-bench-'))
const postgres = await startPostgres({ dataDirectory: path.join(folder, 'data') })
await applyMigrations(postgres.url, path.join(import.meta.dirname, '../prisma/migrations'))
const db = openDatabase({ url: postgres.url, poolSize: 10 })
const deps = { db, apiKeyPepper: randomBytes(32) }
try {
  const secrets = await Promise.all(Array.from({ length: AT_ONCE }, createKey))
  // A running installation has statistics. Without them PostgreSQL reads these small tables whole.
  await db.pool.query('vacuum analyze')
  const contestants = {
    before: authenticateWithoutUser,
    now: (bearer) => authenticate(deps, { bearer, clientAddress: null }),
  }
  const rounds = []
  for (let round = 0; round <= ROUNDS; round++) {
    const order = Object.entries(contestants)
    const figures = {}
    for (const [name, check] of round % 2 === 0 ? order : order.toReversed())
      figures[name] = await measureMicros(check, secrets)
    rounds.push(figures)
  }
  // The first round warms up.
  const measured = rounds.slice(1)
  const of = (pick) => median(measured.map(pick))
  console.log('| CPU µs an authentication: before | now | more | × |')
  console.log('|---|---|---|---|')
  const more = of(({ before, now }) => now - before).toFixed(1)
  const ratio = of(({ before, now }) => now / before).toFixed(2)
  console.log(
    `| ${of(({ before }) => before).toFixed(1)} | ${of(({ now }) => now).toFixed(1)} | ${more} | ${ratio} |`,
  )
} finally {
  await db.close()
  await postgres.stop()
  for (const used of [postgres.folder, folder]) await rm(used, { recursive: true, force: true })
}

/** @returns {Promise<string>} the secret of a key of a new user */
async function createKey() {
  const { keyId, secret } = mintApiKey()
  await db.pool.query(
    `with owner as (insert into users default values returning id)
     insert into api_keys (key_id, user_id, digest, name, last_used_at) select $1, id, $2, 'bench', iso_now() from owner`,
    [keyId, digestApiKey(deps.apiKeyPepper, secret)],
  )
  return secret
}

/** @param {string} bearer @returns {Promise<object | null>} */
async function authenticateWithoutUser(bearer) {
  const parsed = parseApiKey(bearer)
  const stored = parsed && (await findWithoutUser(db, [parsed.keyId]))
  if (!stored || !timingSafeEqual(digestApiKey(deps.apiKeyPepper, bearer), stored.digest)) return null
  if (stored.isRevoked || stored.isExpired) return null
  return { kind: 'api_key', owner: stored.owner, keyId: parsed.keyId }
}

/**
 * @param {(bearer: string) => Promise<object | null>} check
 * @param {readonly string[]} secrets one for each client
 * @returns {Promise<number>} microseconds of CPU of this process and of PostgreSQL for one authentication
 */
async function measureMicros(check, secrets) {
  const before = process.cpuUsage()
  const spentByPostgres = await startCpuMeter(postgres.pid)
  const endsAt = performance.now() + SECONDS * 1000
  let count = 0
  const client = async (secret) => {
    for (; performance.now() < endsAt; count++)
      if (!(await check(secret))) throw new Error('A key was refused.')
  }
  await Promise.all(secrets.map(client))
  const { user, system } = process.cpuUsage(before)
  return (user + system + (await spentByPostgres()) * 1e6) / count
}
