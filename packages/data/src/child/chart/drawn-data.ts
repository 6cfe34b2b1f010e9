import type { JsonObject } from '@parley/domain'
import { isJsonObject } from '../../json.ts'
import type { ChartData } from './chart-data.ts'

/** The result that a view names as its data; null where it draws that of the view around it. */
export function drawnData({ data }: JsonObject, results: readonly ChartData[]): ChartData | null {
  if (!isJsonObject(data)) return null
  return results.find(({ name }) => name === data.name) ?? null
}
