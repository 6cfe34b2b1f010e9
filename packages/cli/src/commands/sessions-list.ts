import { type Command, textOf } from '../command.ts'
import { limitOf, takeFromPages } from '../take-from-pages.ts'
import { table } from '../terminal.ts'

/** Lists sessions, those with the newest message first. */
export const sessionsList: Command = {
  name: 'sessions list',
  words: '',
  minWords: 0,
  maxWords: 0,
  about: 'List sessions, those with the newest message first.',
  options: {
    search: { type: 'string', value: 'words', about: 'Only sessions with these words in name or messages.' },
    agent: { type: 'string', value: 'id', about: 'Only sessions with this agent.' },
    limit: { type: 'string', value: 'number', about: 'The most to list; 50 by default, 0 for all.' },
  },
  run: async ({ options, terminal, connect, signal }) => {
    const [q, agent_id] = [textOf(options, 'search'), textOf(options, 'agent')]
    const limit = limitOf(options)
    const parley = await connect()
    const filter = {
      sort: 'activity',
      ...(q !== undefined && { q }),
      ...(agent_id !== undefined && { agent_id }),
    } as const
    const pages = parley.session.listPages({ ...filter, ...limit.ofPage }, { signal })
    const sessions = await takeFromPages(pages, ({ sessions }) => sessions, limit.all)
    terminal.show(sessions, () =>
      table(
        sessions.map((session) => [
          session.session_id,
          session.last_active_at ?? session.created_at,
          session.name,
        ]),
      ),
    )
  },
}
