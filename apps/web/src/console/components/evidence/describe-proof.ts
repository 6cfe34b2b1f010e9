import type { Evidence, NumberSpan } from '@parley/contract'
import { showNumber } from '#web/language/show-number.ts'
import { showDateTime } from '../time.ts'
import { EVIDENCE_TEXTS as texts } from './texts.ts'

/** Says in one line what proves a number. */
export function describeProof({ kind, rule, row, column, step_id }: NumberSpan): string {
  const step = step_id ?? 0
  if (kind === 'none') return texts.none
  if (kind === 'question') return texts.question
  if (rule === 'rows_shown') return texts.shown(step)
  if (kind === 'row_count') return texts.rowCount(step)
  if (rule === 'condition') return texts.condition
  if (rule === 'block_height') return texts.blockHeight(step)
  if (rule === 'count_of_named') return texts.named(step)
  if (rule === 'rows_left_out') return texts.leftOut(step)
  if (kind === 'cell') return texts.cell(row ?? 0, column ?? '', step)
  return texts.derived(texts.rules[rule ?? ''] ?? rule ?? '', column ?? '', step)
}

type ReadSource = Evidence['results'][number]['sources'][number]

/** Says in which state a result was read from a data source. */
export function describeSource({ name, updated_at, block_height }: ReadSource): string {
  if (block_height !== null) return texts.ledger(name, block_height)
  return updated_at === null ? texts.source(name) : texts.version(name, showDateTime(updated_at))
}

/** The exact value as text; null where the number shows it whole or has none. */
export function exactValue({ value }: NumberSpan): string | null {
  if (value === null) return null
  return typeof value === 'number' ? showNumber(value, { maximumFractionDigits: 10 }) : String(value)
}
