import type { Command } from '../command.ts'
import { createAnswerPrinter } from '../print-answer.ts'

/** Prints the events of a run from the first on, to its end. */
export const runsFollow: Command = {
  name: 'runs follow',
  words: '<run id>',
  minWords: 1,
  maxWords: 1,
  about:
    'Print the answer of a run while the model writes it. With --json, print one event a line; the last one is the answer.',
  run: async ({ words: [run_id = ''], terminal, connect, signal }) => {
    const parley = await connect()
    const stream = parley.run.followStream({ run_id }, { signal })
    const printer = createAnswerPrinter(terminal)
    for await (const event of stream) {
      if (terminal.isJson) terminal.print(JSON.stringify(event))
      else printer.event(event)
    }
    const reply = await stream.reply()
    if (terminal.isJson) terminal.print(JSON.stringify({ type: 'message', message: reply }))
    else printer.reply(reply)
  },
}
