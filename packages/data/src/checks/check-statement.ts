import type { JsonObject } from '@parley/domain'
import { checkColumnUnits } from './column-units.ts'
import { checkComparedTexts } from './compared-texts.ts'
import { checkCountedNulls } from './counted-nulls.ts'
import { checkEmptyResults } from './empty-results.ts'
import {
  checkAverages,
  checkBareColumns,
  checkGroupedNames,
  checkScalarSelects,
  checkSingleGroups,
  checkUnnamedGroups,
} from './grouping.ts'
import { checkEmptyJoins, checkJoinConditions } from './join-conditions.ts'
import { checkLargeEstimates } from './large-estimates.ts'
import { checkDuplicateRows, checkExcludedDetails, checkRepeatedRows } from './repeated-rows.ts'
import type { Check, Probe, StatementView } from './statement-view.ts'
import { checkTiedRows } from './tied-rows.ts'
import { checkUnknownValues } from './unknown-values.ts'

const CHECKS: readonly Check[] = [
  checkUnknownValues,
  checkEmptyJoins,
  checkEmptyResults,
  checkJoinConditions,
  checkRepeatedRows,
  checkDuplicateRows,
  checkExcludedDetails,
  checkGroupedNames,
  checkAverages,
  checkBareColumns,
  checkScalarSelects,
  checkSingleGroups,
  checkUnnamedGroups,
  checkComparedTexts,
  checkColumnUnits,
  checkCountedNulls,
  checkTiedRows,
  checkLargeEstimates,
]

/** The most probes that are sent, and the most sentences that are returned. */
const MAX_PROBES = 8
const MAX_NOTES = 5
/** A suspicion that probes have not settled after this many steps is dropped. */
const MAX_STEPS = 4

/** Runs a SELECT that was written for a check; null where it failed or took too long. */
export type RunProbe = (sql: string) => Promise<readonly JsonObject[] | null>

/**
 * Returns what the reader of a result should know before it answers, one sentence each: a value that the column does
 * not hold, a join that repeats summed rows, and the like. A suspicion that no probe confirms is dropped.
 */
export async function checkStatement(view: StatementView, runProbe: RunProbe): Promise<string[]> {
  const found = CHECKS.flatMap((check) => check(view))
  let left = MAX_PROBES
  const notes = await Promise.all(
    found.map((one) => {
      if (typeof one !== 'string' && --left < 0) return null
      return settle(one, runProbe)
    }),
  )
  return [...new Set(notes.filter((note) => note !== null))].slice(0, MAX_NOTES)
}

async function settle(found: string | Probe, runProbe: RunProbe): Promise<string | null> {
  let next: string | Probe | null = found
  for (let step = 0; step < MAX_STEPS && next !== null && typeof next !== 'string'; step++) {
    const rows = await runProbe(next.sql)
    next = rows && next.read(rows)
  }
  return typeof next === 'string' ? next : null
}
