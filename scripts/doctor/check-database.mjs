import path from 'node:path'
import { listPendingMigrations } from '@parley/db'
import { findingsOf, reasonOf } from './finding.mjs'

/** @typedef {import('./finding.mjs').Finding} Finding */
/** @typedef {import('./open-patient.mjs').Patient} Patient */

const { ok, warning, problem } = findingsOf('database')
/** The major version of PostgreSQL that the tests run on. */
const TESTED_VERSION = 18
/** Connections left for operators. Each process also holds one more connection while runs are followed. */
const SPARE_CONNECTIONS = 5

/** The repair by code of PostgreSQL or of the connection. @type {Readonly<Record<string, string>>} */
const REPAIRS = {
  ECONNREFUSED: 'Start PostgreSQL, or correct host and port in DATABASE_URL.',
  ENOTFOUND: 'Correct the host in DATABASE_URL: its name has no address.',
  EAI_AGAIN: 'Correct the host in DATABASE_URL, or the name servers of this machine.',
  ETIMEDOUT: 'Let the network between this machine and PostgreSQL pass, or correct DATABASE_URL.',
  '28P01': 'Correct the password in DATABASE_URL.',
  28000: 'Correct the user in DATABASE_URL, or allow it in pg_hba.conf.',
  '3D000': 'Create the database that DATABASE_URL names: createdb, or CREATE DATABASE.',
  53300: 'Raise max_connections of PostgreSQL, or lower PARLEY_LIMITS_DATABASE_CONNECTIONS.',
  '57P03': 'Wait until PostgreSQL has started.',
}

/**
 * Checks that the database is reached, is one that the service can use, and has a schema that this release understands.
 *
 * @param {Patient} patient
 * @returns {Promise<Finding[]>}
 */
export async function checkDatabase({ client, databaseFault, settings, root }) {
  if (client === null) return [explainAway(databaseFault)]
  const { rows } = await client.query(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
      current_setting('max_connections')::int AS connections, pg_is_in_recovery() AS "isReplica",
      has_schema_privilege(current_schema(), 'CREATE') AS "mayCreate"`,
  )
  const { version, encoding, connections, isReplica, mayCreate } = rows[0]
  const major = Math.floor(version / 10_000)
  const findings = []
  if (major !== TESTED_VERSION) {
    const finding = `PostgreSQL has the version ${major}; Parley is tested with ${TESTED_VERSION}.`
    findings.push(
      major < TESTED_VERSION
        ? warning(finding, `Move to PostgreSQL ${TESTED_VERSION}: back up, then restore into the new server.`)
        : warning(
            finding,
            `Use PostgreSQL ${TESTED_VERSION}, or a release of Parley that names this version.`,
          ),
    )
  }
  if (encoding !== 'UTF8') {
    const repair = "Create a database with ENCODING 'UTF8' and restore a backup into it."
    findings.push(problem(`The database has the encoding ${encoding}, which cannot hold every text.`, repair))
  }
  if (isReplica) {
    findings.push(
      problem('The database is a standby and refuses writes.', 'Let DATABASE_URL name the primary.'),
    )
  }
  const needed = (settings?.databaseConnections ?? 0) + 1 + SPARE_CONNECTIONS
  if (connections < needed) {
    const repair = `Raise max_connections to ${needed} or more for each replica, or lower PARLEY_LIMITS_DATABASE_CONNECTIONS.`
    findings.push(
      problem(`PostgreSQL allows ${connections} connections, and this service may need ${needed}.`, repair),
    )
  }
  findings.push(...(await checkSchema(client, { root, mayCreate })))
  if (findings.length > 0) return findings
  return [ok(`PostgreSQL ${major} answers, and its schema is that of this release.`)]
}

/** @param {unknown} fault @returns {Finding} */
function explainAway(fault) {
  if (fault === null) {
    const repair =
      'Set DATABASE_URL to the address of a PostgreSQL database, or run npm start, which makes one.'
    return problem('No database is configured, and the data directory has none.', repair)
  }
  const inner = fault instanceof AggregateError ? fault.errors[0] : fault
  const code = inner instanceof Error && 'code' in inner ? String(inner.code) : ''
  const repair = REPAIRS[code] ?? 'Correct DATABASE_URL: postgresql://user:password@host:5432/database.'
  return problem(`The database cannot be used: ${reasonOf(fault)}`, repair)
}

/**
 * @param {import('pg').Client} client
 * @param {{ root: string, mayCreate: boolean }} options
 * @returns {Promise<Finding[]>}
 */
async function checkSchema(client, { root, mayCreate }) {
  try {
    const pending = await listPendingMigrations(client, path.join(root, 'prisma/migrations'))
    if (pending.length === 0) return []
    const finding = `The schema lacks ${pending.length} migrations of this release, from ${pending[0]} on.`
    if (mayCreate) return [warning(finding, 'Start the service, which applies them.')]
    const repair = 'Grant the role CREATE on the schema, or start once as the owner of the database.'
    return [problem(`${finding} The role of DATABASE_URL may not create tables.`, repair)]
  } catch (error) {
    const repair = 'Start the release that wrote this schema or a newer one, or restore a backup.'
    return [problem(reasonOf(error), repair)]
  }
}
