/**
 * Returns the whole environment of PostgreSQL's programs: no PG* settings of the caller, and the same time
 * zone and language on every machine.
 *
 * @returns {Record<string, string>}
 */
export function postgresEnvironment() {
  return { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}
