import type { JsonValue } from '@parley/domain'
import { shortSample } from '../source/sample-value.ts'
import type { Select, TokenRange } from '../statement/read-selects.ts'
import { type Check, type Probe, type StatementView, textOf } from './statement-view.ts'

const MAX_CONDITIONS = 6
/** Longer conditions are cut. */
const SHOWN_CHARACTERS = 200

/** Says which condition no row meets, or that no row meets all conditions of a statement although each alone is met. */
export const checkEmptyResults: Check = (view) => {
  const [select, ...others] = view.selects
  const isNested = others.every(({ parent, isPart }) => parent !== null && !isPart)
  if (!select || select.isPart || !isNested || !select.isPlain || !isEmpty(view)) return []
  const { where } = select
  if (where.length === 0 || where.length > MAX_CONDITIONS) return []
  return [conditionProbe(view, { select, left: where })]
}

function isEmpty({ result: { rows, rowCount } }: StatementView): boolean {
  if (rowCount === 0) return true
  const [row, ...more] = rows
  return row !== undefined && more.length === 0 && Object.values(row).every(isNothing)
}

function isNothing(value: JsonValue): boolean {
  return value === null || value === 0
}

/** Tries one condition after the other. One that compares with a text is a matter of `checkUnknownValues`. */
function conditionProbe(
  view: StatementView,
  { select, left }: { select: Select; left: readonly TokenRange[] },
): Probe {
  const [range, ...rest] = left
  return {
    sql: `SELECT 1 AS found FROM ${fromText(view, select)} WHERE ${range ? textOf(view, range) : '1 = 1'} LIMIT 1`,
    read: (rows) => {
      if (rows.length === 0) return range && hasSelect(view, range) ? noRow(view, range) : null
      if (rest.length > 0) return conditionProbe(view, { select, left: rest })
      if (select.where.length === 1) return null
      const conditions = select.where.map((one) => textOf(view, one))
      return `No row meets all conditions together, although each alone is met: ${conditions.join('; ')}.`
    },
  }
}

function hasSelect({ statement: { tokens } }: StatementView, { from, to }: TokenRange): boolean {
  return tokens.slice(from, to).some(({ word }) => word === 'select')
}

function noRow(view: StatementView, range: TokenRange): string {
  return `The result is empty because no row meets the condition ${shortSample(textOf(view, range), SHOWN_CHARACTERS)}.`
}

/** The FROM clause without its first word. */
function fromText({ statement: { sql, tokens } }: StatementView, { from, where }: Select): string {
  const [first] = from
  const end = (where[0]?.from ?? 1) - 1
  const begun = first?.path[0]?.start ?? 0
  let word = end
  while (word > 0 && tokens[word]?.word !== 'where') word--
  return sql.slice(begun, tokens[word]?.start ?? 0)
}
