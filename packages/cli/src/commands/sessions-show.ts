import type { Command } from '../command.ts'
import { writeSessionMarkdown } from '../write-session-markdown.ts'

/** Prints a session with its whole history. */
export const sessionsShow: Command = {
  name: 'sessions show',
  words: '<session id>',
  minWords: 1,
  maxWords: 1,
  about: 'Print a session with its history.',
  run: async ({ words: [session_id = ''], terminal, connect, signal }) => {
    const parley = await connect()
    const session = await parley.session.get({ session_id }, { signal })
    terminal.show(session, () => [writeSessionMarkdown(session)])
  },
}
