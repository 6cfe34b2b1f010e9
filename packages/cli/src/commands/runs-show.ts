import type { Command } from '../command.ts'

/** Prints the steps of a run. */
export const runsShow: Command = {
  name: 'runs show',
  words: '<run id>',
  minWords: 1,
  maxWords: 1,
  about: 'Print the steps of a run with their inputs and outputs.',
  run: async ({ words: [run_id = ''], terminal, connect, signal }) => {
    const parley = await connect()
    const { steps } = await parley.run.get({ run_id }, { signal })
    terminal.show(steps, () =>
      steps.flatMap(({ step_id, agent_name, status, input, output }) => [
        `${step_id}. ${agent_name}: ${status}`,
        ...(input === null ? [] : [`   input:  ${JSON.stringify(input)}`]),
        `   output: ${JSON.stringify(output)}`,
      ]),
    )
  },
}
