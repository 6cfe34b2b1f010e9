import type { Evidence } from '@parley/contract'
import type { AnswerEvidence } from '@parley/core'

/** The evidence of an answer, with how many of its numbers are proven. */
export function presentEvidence(runId: string, { spans, results, repair }: AnswerEvidence): Evidence {
  return {
    run_id: runId,
    numbers: spans.length,
    proven: spans.filter(({ kind }) => kind !== 'none').length,
    spans: spans.map(({ step, ...span }) => ({ ...span, step_id: step })),
    // Evidence of older runs has neither files nor notes.
    results: results.map(({ stepId, rowCount, searchedRows, file = null, note = null }) => {
      return { step_id: stepId, row_count: rowCount, searched_rows: searchedRows, file, note }
    }),
    repair: repair && {
      numbers: [...repair.numbers],
      is_replaced: repair.isReplaced,
      before: repair.before,
    },
  }
}
