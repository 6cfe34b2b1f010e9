import type { RunStep } from '@parley/domain'

/** Steps as one array for each column, so that one statement stores any number of them. */
export type StepColumns = [
  stepIds: number[],
  agentNames: string[],
  inputs: (string | null)[],
  outputs: string[],
  statuses: string[],
  createdAts: string[],
  durationsMs: number[],
]

/** Turns steps into columns, in the order of the steps. */
export function toStepColumns(steps: readonly RunStep[]): StepColumns {
  return [
    steps.map(({ stepId }) => stepId),
    steps.map(({ agentName }) => agentName),
    steps.map(({ input }) => input && JSON.stringify(input)),
    steps.map(({ output }) => JSON.stringify(output)),
    steps.map(({ status }) => status),
    steps.map(({ createdAt }) => createdAt),
    steps.map(({ durationMs }) => durationMs),
  ]
}
