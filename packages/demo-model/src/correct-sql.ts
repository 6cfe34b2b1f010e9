import type { Plan } from './plan.ts'
import { writeSql } from './write-sql.ts'

/**
 * Returns a corrected statement: with the name that the engine proposes for an unknown one, or the careful
 * form of the same plan. Returns null when that is the failed statement again.
 */
export function correctSql(plan: Plan, sql: string, error: string): string | null {
  const unknown =
    /(?:column|field|identifier)\s+["'`]?([\w .]+?)["'`]?\s+(?:not found|does not exist|cannot be resolved)/i.exec(
      error,
    )?.[1]
  const proposed = /(?:candidate bindings|perhaps you meant|did you mean)[^"'`]*["'`]([^"'`]+)["'`]/i.exec(
    error,
  )?.[1]
  const careful = writeSql(plan, true).sql
  if (unknown === undefined || proposed === undefined) return careful === sql ? null : careful
  const name = `"${(proposed.split('.').at(-1) ?? proposed).replaceAll('"', '""')}"`
  const known = unknown.replace(/[^\w]/g, '\\$&')
  return sql.replaceAll(new RegExp(`"${known}"|\\b${known}\\b`, 'gi'), name)
}
