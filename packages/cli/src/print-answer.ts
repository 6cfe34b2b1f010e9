import type { ParleyClient } from '@parley/sdk'
import type { Terminal } from './terminal.ts'

type Stream = ReturnType<ParleyClient['chat']['queryStream']>
type AnswerEvent = Stream extends AsyncGenerator<infer Event> ? Event : never
type Reply = Awaited<ReturnType<Stream['reply']>>

/** Prints an answer while it arrives: the text as output, the steps as notes. */
export type AnswerPrinter = {
  readonly event: (event: AnswerEvent) => void
  /** Prints what the events did not show; the whole reply with `--json`. */
  readonly reply: (reply: Reply & { readonly session_id?: string }) => void
}

/** Creates a printer for one answer. */
export function createAnswerPrinter(terminal: Terminal): AnswerPrinter {
  let printed = ''
  return {
    event(event) {
      if (event.type === 'text' && !terminal.isJson) {
        terminal.write(event.delta)
        printed += event.delta
      }
      if (event.type === 'step_start') terminal.note(`[${event.step_id}. ${event.agent_name} …]`)
      if (event.type === 'step_progress') terminal.note(`[${event.step_id}. ${event.text}]`)
      if (event.type === 'step_end')
        terminal.note(`[${event.step.step_id}. ${event.step.agent_name}: ${event.step.status}]`)
    },
    reply(reply) {
      terminal.show(reply, () => (printed === '' ? [reply.content] : ['']))
      for (const path of reply.artifacts ?? []) terminal.note(`[file ${path}]`)
      if (reply.run_id !== '') terminal.note(`[run ${reply.run_id}]`)
      if (reply.session_id !== undefined) terminal.note(`[session ${reply.session_id}]`)
    },
  }
}
