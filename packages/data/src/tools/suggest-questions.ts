import { isJsonObject, type JsonObject, type JsonValue, type RunStep } from '@parley/domain'

type Query = { readonly sql: string; readonly rows: readonly JsonObject[]; readonly hasTime: boolean }

function isOk(agentName: string): (step: RunStep) => boolean {
  return (step) => step.agentName === agentName && (step.status === 'ok' || step.status === 'partial')
}

/** Suggests another grain, rank or measure of the last statement. */
export function suggestFromQuery(steps: readonly RunStep[]): string[] {
  const query = lastQuery(steps)
  return query === null ? [] : [...suggestGrain(query), ...suggestRank(query), ...suggestMeasure(query)]
}

function lastQuery(steps: readonly RunStep[]): Query | null {
  return readQuery(steps.findLast(isOk('execute_sql')))
}

/** Reads the query of a step. Null for a statement with WITH, because a few words do not show its shape. */
function readQuery(step: RunStep | undefined): Query | null {
  const sql = step?.input?.generated_sql
  const rows = step?.output.rows
  if (typeof sql !== 'string' || /^\s*with\b/i.test(sql) || !Array.isArray(rows)) return null
  const objects = rows.filter((row: JsonValue) => isJsonObject(row))
  if (objects.length === 0) return null
  const hasTime = Object.keys(objects[0] ?? {}).some((name) =>
    /date|time|year|quarter|month|week|day/i.test(name),
  )
  return { sql: sql.toLowerCase(), rows: objects, hasTime }
}

/** Suggests another chart of the last result. */
export function suggestCharts(steps: readonly RunStep[]): string[] {
  const query = lastQuery(steps)
  if (query === null || query.rows.length < 2) return []
  const mark = readMark(steps.findLast(isOk('create_graph')))
  if (mark === 'line' || mark === 'area' || mark === 'arc') return ['Show it as a bar chart']
  if (mark === 'bar') return [query.hasTime ? 'Show it as a line chart' : 'Show it as a pie chart']
  return mark === null ? [query.hasTime ? 'Show it as a line chart' : 'Show it as a bar chart'] : []
}

function readMark(step: RunStep | undefined): string | null {
  const text = step?.input?.chart_spec
  if (typeof text !== 'string') return null
  try {
    const spec: JsonValue = JSON.parse(text)
    const mark = isJsonObject(spec) ? spec.mark : null
    const type = isJsonObject(mark) ? mark.type : mark
    return typeof type === 'string' ? type : 'other'
  } catch {
    return null
  }
}

function suggestGrain({ sql, rows }: Query): string[] {
  if (!sql.includes('group by') || rows.length < 2) return []
  if (/month|%m|%b/.test(sql)) return ['Break it down by year']
  if (/\byear\(|%y|extract\(year/.test(sql)) return ['Break it down by month']
  return []
}

function suggestRank({ sql, rows }: Query): string[] {
  if (/order by \S*(?:date|year|month|day|time)/.test(sql)) return []
  const limit = /limit\s+(\d{1,4})\b/.exec(sql)?.[1]
  if (limit !== undefined && rows.length < Number(limit)) return []
  const isDescending = /order by[^)]*\bdesc\b/.test(sql)
  if (limit === '1') return ['Show the top 5']
  if (limit !== undefined && isDescending) return [`Show the lowest ${limit} instead`]
  if (limit !== undefined && sql.includes('order by')) return [`Show the highest ${limit} instead`]
  return rows.length > 5 && sql.includes('group by') && !/month|year|date/.test(sql) ? ['Only the top 5'] : []
}

function suggestMeasure({ sql }: Query): string[] {
  if (sql.includes('avg(')) return ['Show the highest instead of the average']
  if (sql.includes('max(')) return ['Show the average instead of the highest']
  return []
}

/** Suggestions from the tables that a search found, for a run that has queried none of them. */
export function suggestFromMetadata(steps: readonly RunStep[]): string[] {
  if (lastQuery(steps) !== null) return []
  const data = steps.findLast(isOk('find_metadata'))?.output.data
  const first = Array.isArray(data) ? data.find((entry) => isJsonObject(entry)) : undefined
  const table = isJsonObject(first) ? first.table : undefined
  if (typeof table !== 'string') return []
  return [`How many rows are in ${table}?`, `Show some rows of ${table}`]
}
