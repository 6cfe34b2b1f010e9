export type { NumberSpan } from './number-span.ts'
export { type Claim, proveNumbers } from './prove-numbers.ts'
export { readNumbers, type WrittenNumber } from './read-numbers.ts'
export type { ColumnProfile, StepResult } from './result-table.ts'
