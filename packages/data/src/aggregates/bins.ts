/// <reference path="./vega-statistics.d.ts" />
import type { JsonObject, JsonValue } from '@parley/domain'
import { bin as binsOf } from 'vega-statistics'
import { isJsonObject } from '../json.ts'

/** The most bins of a channel that says nothing about them: https://vega.github.io/vega-lite/docs/bin.html */
const DEFAULT_BINS = 10
const FEW_BINS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'row column size color fill stroke strokeWidth opacity fillOpacity strokeOpacity shape'
      .split(' ')
      .map((channel) => [channel, 6]),
  ),
  strokeDash: 4,
}
const SETTINGS = new Set(['base', 'divide', 'maxbins', 'minstep', 'nice', 'step', 'steps'])

/** The settings of the bins of a channel; null for bins that depend on more than the values of the column. */
export function binSettings(channel: string, bin: JsonValue): JsonObject | null {
  const given = bin === true ? {} : bin
  if (!isJsonObject(given) || Object.keys(given).some((key) => !SETTINGS.has(key))) return null
  if ('maxbins' in given || 'step' in given) return given
  return { ...given, maxbins: FEW_BINS[channel] ?? DEFAULT_BINS }
}

/** Where the first bin begins, where the last one ends, and how wide each is. */
export type Bins = { readonly start: number; readonly stop: number; readonly step: number }

/** The bins of numbers between two values, as Vega makes them. */
export function binsBetween(settings: JsonObject, extent: readonly [number, number]): Bins {
  return binsOf({ ...settings, extent })
}
