import { type StepResult, soughtRows, type WrittenNumber } from '@parley/evidence'
import type { KeptRows } from './keep-results.ts'

type Sought = {
  readonly result: StepResult
  readonly kept: KeptRows
  readonly text: string
  /** Of the text. */
  readonly numbers: readonly WrittenNumber[]
  readonly signal: AbortSignal
}

/**
 * Adds to a step's result what its kept rows say: their number, figures of all columns, and the rows that hold numbers or
 * texts of the answer.
 */
export async function searchKept({ result, kept, text, numbers, signal }: Sought): Promise<StepResult> {
  const { rowCount, bounds, figures, limits } = kept
  const columns = kept.columns.map(({ name }) => name)
  const { end, ...sought } = soughtRows(text, { numbers, columns, bounds, limits })
  const found = await kept.search(sought, signal)
  const behind = found.filter(({ row }) => row > result.rows.length)
  return { ...result, rowCount, whole: { figures, found: behind, end } }
}
