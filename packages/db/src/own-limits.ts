import type { OwnLimits } from '@parley/domain'
import type { Database } from './database.ts'
import { DEFAULT_OWNER } from './owner.ts'
import { prepare } from './statement.ts'

const selectLimits = prepare('select_own_limits')<[id: string], { limits: OwnLimits | null }>(
  `select limits from users where id = $1 and id <> '${DEFAULT_OWNER}'`,
)

// A null takes a limit away; without any left the column is null.
const mergeLimits = prepare('set_own_limits')<[id: string, change: string], { id: string }>(`
  update users
  set limits = nullif(jsonb_strip_nulls(coalesce(limits::jsonb, '{}') || $2::text::jsonb), '{}')::json
  where id = $1 and id <> '${DEFAULT_OWNER}' returning id
`)

/** The limits that an administrator set for a person. */
export async function readOwnLimits(db: Database, id: string): Promise<OwnLimits | 'missing'> {
  const [found] = await selectLimits(db.pool, [id])
  return found ? (found.limits ?? {}) : 'missing'
}

/** Changes limits of a person: null takes one away, and a missing field leaves it. False for a missing user. */
export async function setOwnLimits(
  db: Database,
  id: string,
  change: { readonly [Name in keyof OwnLimits]: number | null | undefined },
): Promise<boolean> {
  return (await mergeLimits(db.pool, [id, JSON.stringify(change)])).length === 1
}
