/**
 * SQL of the digest of events: SHA-256 over the SHA-256 of each row, ordered by id. A row is a JSON list, because any
 * separator could occur in a field.
 */
export function eventDigest(table: string): string {
  const fields = ['subject', 'action', 'outcome', 'door', 'key_id', 'network', 'target_id']
  const at = `to_char(${table}.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`
  const columns = [
    `${table}.id`,
    at,
    ...fields.map((field) => `${table}.${field}`),
    `encode(${table}.detail, 'hex')`,
  ]
  const row = `sha256(convert_to(json_build_array(${columns.join(', ')})::text, 'UTF8'))`
  return `sha256(string_agg(${row}, ''::bytea order by ${table}.id))`
}
