export type { ProvenNumber } from './number-span.ts'
export { proveNumbers } from './prove-numbers.ts'
export type { StepResult } from './result-table.ts'
export { soughtRows } from './sought-rows.ts'
