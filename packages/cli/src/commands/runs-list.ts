import { type Command, textOf } from '../command.ts'
import { UsageError } from '../failure.ts'
import { limitOf, takeFromPages } from '../take-from-pages.ts'
import { table } from '../terminal.ts'

const STATUSES = ['running', 'ok', 'error', 'interrupted', 'cancelled', 'truncated'] as const

/** Lists runs, newest first. */
export const runsList: Command = {
  name: 'runs list',
  words: '',
  minWords: 0,
  maxWords: 0,
  about: 'List runs, newest first.',
  options: {
    session: { type: 'string', value: 'id', about: 'Only runs of this session.' },
    agent: { type: 'string', value: 'id', about: 'Only runs of this agent.' },
    status: { type: 'string', value: 'status', about: `Only runs with this status: ${STATUSES.join(', ')}.` },
    limit: { type: 'string', value: 'number', about: 'At most so many; 50 by default, 0 for all.' },
  },
  run: async ({ options, terminal, connect, signal }) => {
    const [session_id, agent_id, text] = ['session', 'agent', 'status'].map((name) => textOf(options, name))
    const status = STATUSES.find((name) => name === text)
    if (text !== undefined && status === undefined)
      throw new UsageError(`--status ${text} is unknown. Write one of ${STATUSES.join(', ')}.`)
    const limit = limitOf(options)
    const parley = await connect()
    const pages = parley.run.listPages(
      {
        ...(session_id !== undefined && { session_id }),
        ...(agent_id !== undefined && { agent_id }),
        ...(status !== undefined && { status }),
        ...limit.ofPage,
      },
      { signal },
    )
    const runs = await takeFromPages(pages, ({ runs }) => runs, limit.all)
    terminal.show(runs, () =>
      table(runs.map((run) => [run.run_id, run.created_at, run.status, run.session_id])),
    )
  },
}
