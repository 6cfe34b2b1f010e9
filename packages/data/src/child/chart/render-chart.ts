import type { JsonObject } from '@parley/domain'
import { isJsonObject, parseJson } from '../../json.ts'
import { isDeeperThan } from '../../sandbox/frames.ts'
import type { ChartInput, ChartResult } from '../../sandbox/tasks.ts'
import type { TaskAnswer } from '../task-answer.ts'
import { chartError } from './chart-error.ts'
import { prepareRows } from './chart-rows.ts'
import { checkFields } from './check-fields.ts'
import { drawPng } from './draw-png.ts'
import { guardSpec } from './guard-spec.ts'
import { layOut } from './lay-out.ts'
import { validateSpec } from './validate-spec.ts'

const SCHEMA_URL = 'https://vega.github.io/schema/vega-lite/v6.json'
const MAX_ROW_DEPTH = 32
const MAX_SPEC_BYTES = 2 * 1024 * 1024

/**
 * Draws rows with a Vega-Lite spec. Checks the spec against its schema, and its fields against the rows. The
 * spec must not contain data, addresses or pictures. Throws a TaskError with one sentence about the problem.
 */
export async function renderChart(
  { spec, columns }: ChartInput,
  rowsText: Uint8Array,
): Promise<TaskAnswer<ChartResult>> {
  const rows = readRows(rowsText)
  const guarded = guardSpec(spec, rows.length)
  validateSpec({ ...guarded, $schema: SCHEMA_URL, data: { values: [] } })
  const fields = checkFields(guarded, { rows, columns })
  const values = prepareRows(rows, { ...fields, columns })
  const final: JsonObject = { $schema: SCHEMA_URL, ...layOut(fields.spec, values), data: { values } }
  if (JSON.stringify(final).length > MAX_SPEC_BYTES) {
    throw chartError(`${rows.length} rows are too many to draw. Aggregate them in SQL first.`)
  }
  const { png, width, height } = await drawPng(final)
  return { result: { spec: final, width, height }, bytes: png }
}

function readRows(text: Uint8Array): JsonObject[] {
  if (isDeeperThan(text, MAX_ROW_DEPTH)) throw chartError('The rows are nested too deep.')
  const rows = parseJson(new TextDecoder().decode(text))
  if (!Array.isArray(rows) || !rows.every(isJsonObject)) {
    throw chartError(
      'sql_results must be the step number of an execute_sql call or a JSON array of row objects.',
    )
  }
  if (rows.length === 0)
    throw chartError('There are no rows to draw; change the query so that it returns some.')
  return rows
}
