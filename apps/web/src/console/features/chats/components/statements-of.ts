import type { Step } from '@parley/contract'

/** The statements of a run that gave rows, in order. */
export function statementsOf(steps: readonly Step[]): string[] {
  return steps.flatMap(({ agent_name, status, input }) =>
    agent_name === 'execute_sql' && status === 'ok' && typeof input?.generated_sql === 'string'
      ? [input.generated_sql]
      : [],
  )
}
