import type { Command } from '../command.ts'

/** Deletes sessions with their histories. */
export const sessionsDelete: Command = {
  name: 'sessions delete',
  words: '<session id> …',
  minWords: 1,
  maxWords: 1000,
  about: 'Delete sessions with their histories and files.',
  run: async ({ words, terminal, connect, signal }) => {
    const parley = await connect()
    for (const session_id of words) {
      await parley.session.delete({ session_id }, { signal })
      terminal.note(`Deleted ${session_id}.`)
    }
    if (terminal.isJson) terminal.show({ deleted: words }, () => [])
  },
}
