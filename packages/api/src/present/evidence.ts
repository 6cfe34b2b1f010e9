import type { Evidence } from '@parley/contract'
import type { AnswerEvidence } from '@parley/core'
import type { SourceVersion } from '@parley/domain'

/** The evidence of an answer, with how many of its numbers are proven. */
export function presentEvidence(runId: string, { spans, results, repair }: AnswerEvidence): Evidence {
  return {
    run_id: runId,
    numbers: spans.length,
    proven: spans.filter(({ kind }) => kind !== 'none').length,
    spans: spans.map(({ step, blockHeight = null, ...span }) => {
      return { ...span, step_id: step, block_height: blockHeight }
    }),
    // Evidence of older runs has neither files, notes nor sources.
    results: results.map(({ stepId, rowCount, searchedRows, sources = [], file = null, note = null }) => {
      return {
        step_id: stepId,
        row_count: rowCount,
        searched_rows: searchedRows,
        sources: sources.map(presentSource),
        file,
        note,
      }
    }),
    repair: repair && {
      numbers: [...repair.numbers],
      is_replaced: repair.isReplaced,
      before: repair.before,
    },
  }
}

function presentSource({ name, updatedAt, blockHeight }: SourceVersion) {
  return {
    name,
    updated_at: updatedAt ?? null,
    block_height: blockHeight ?? null,
  }
}
