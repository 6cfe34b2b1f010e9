import type { NumberSpan } from '@parley/contract'
import { EVIDENCE_TEXTS as texts } from './texts.ts'

/** Says in one line what proves a number. */
export function describeProof({ kind, rule, row, column, step_id }: NumberSpan): string {
  const step = step_id ?? 0
  if (kind === 'none') return texts.none
  if (kind === 'question') return texts.question
  if (kind === 'row_count') return texts.rowCount(step)
  if (rule === 'condition') return texts.condition
  if (rule === 'count_of_named') return texts.named(step)
  if (kind === 'cell') return texts.cell(row ?? 0, column ?? '', step)
  return texts.derived(texts.rules[rule ?? ''] ?? rule ?? '', column ?? '', step)
}

/** The exact value as text; null where the number shows it whole or has none. */
export function exactValue({ value }: NumberSpan): string | null {
  if (value === null) return null
  return typeof value === 'number'
    ? value.toLocaleString(undefined, { maximumFractionDigits: 10 })
    : String(value)
}
