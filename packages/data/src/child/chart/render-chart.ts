import { gzipSync } from 'node:zlib'
import type { JsonObject } from '@parley/domain'
import type { ChartInput, ChartResult } from '../../sandbox/tasks.ts'
import type { TaskAnswer } from '../task-answer.ts'
import { type ChartData, readChartData } from './chart-data.ts'
import { chartError } from './chart-error.ts'
import { prepareRows } from './chart-rows.ts'
import { checkFields } from './check-fields.ts'
import { checkMaps } from './check-maps.ts'
import { completeEncodings } from './complete-encodings.ts'
import { drawSvg } from './draw-svg.ts'
import { guardSpec } from './guard-spec.ts'
import { keptColumns } from './kept-columns.ts'
import { layOut } from './lay-out.ts'
import { nameData } from './name-data.ts'
import { validateSpec } from './validate-spec.ts'

const SCHEMA_URL = 'https://vega.github.io/schema/vega-lite/v6.json'
/** The trace holds the spec with its rows, and the reply of a child is limited. */
const MAX_SPEC_CHARACTERS = 3_900_000
const MAX_SPEC_BYTES = 7_500_000
/** More take longer to draw than a chart may. */
const MAX_ROWS = 50_000

/**
 * Draws rows with a Vega-Lite spec, or throws one sentence about the problem. The spec is checked against its
 * schema and its fields against the rows. It may contain no data, address or picture. Only the columns that it needs go
 * into the chart.
 */
export async function renderChart(
  { spec, results: inputs }: ChartInput,
  attachment: Uint8Array,
): Promise<TaskAnswer<ChartResult>> {
  const results = readChartData(inputs, attachment)
  refuseTooManyRows(results)
  const named = nameData(guardSpec(spec), results)
  validateSpec({ data: { values: [] }, ...named, $schema: SCHEMA_URL })
  const fields = checkFields(completeEncodings(named, results), results)
  checkMaps(fields.spec, results)
  const prepared = results.map((data) => {
    const use = fields.uses.get(data) ?? { temporal: new Set(), quantitative: new Set() }
    return prepareRows(data, { ...use, kept: keptColumns(fields.spec, data.names) })
  })
  const laidOut = layOut(fields.spec, prepared.flat())
  const final = withRows(laidOut, results, prepared)
  const text = JSON.stringify(final)
  if (text.length > MAX_SPEC_CHARACTERS || Buffer.byteLength(text) > MAX_SPEC_BYTES) {
    const count = prepared.reduce((sum, rows) => sum + rows.length, 0)
    throw chartError(
      `The ${count} rows are too much to draw in the columns that the chart uses; aggregate them in SQL, or leave out long texts.`,
    )
  }
  const { spec: drawn, svg, notes } = await drawSvg(final)
  return { result: { spec: drawn, notes }, bytes: gzipSync(svg, { level: 1 }) }
}

function withRows(
  spec: JsonObject,
  results: readonly ChartData[],
  prepared: readonly (readonly JsonObject[])[],
): JsonObject {
  const named = results.flatMap(({ name }, index): [string, JsonObject[]][] =>
    name === null ? [] : [[name, [...(prepared[index] ?? [])]]],
  )
  if (named.length === 0) return { $schema: SCHEMA_URL, ...spec, data: { values: [...(prepared[0] ?? [])] } }
  return { $schema: SCHEMA_URL, ...spec, datasets: Object.fromEntries(named) }
}

function refuseTooManyRows(results: readonly ChartData[]): void {
  for (const { name, rows } of results) {
    if (rows.length <= MAX_ROWS) continue
    const place = name === null ? 'There are' : `The result "${name}" has`
    throw chartError(
      `${place} ${rows.length} rows and at most ${MAX_ROWS} can be drawn; aggregate or sample them in SQL.`,
    )
  }
}
