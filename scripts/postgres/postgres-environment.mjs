/**
 * The whole environment of PostgreSQL's programs: none of the caller's PG* settings, and the same clock and language
 * on every machine.
 *
 * @returns {Record<string, string>}
 */
export function postgresEnvironment() {
  return { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}
