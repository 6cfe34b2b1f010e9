import { type Command, type OptionValues, textOf } from '../command.ts'
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
    from: {
      type: 'string',
      value: 'time',
      about: 'Only runs that began at or after this time, such as 2026-05-01.',
    },
    to: { type: 'string', value: 'time', about: 'Only runs that began before this time.' },
    limit: { type: 'string', value: 'number', about: 'The most to list; 50 by default, 0 for all.' },
  },
  run: async ({ options, terminal, connect, signal }) => {
    const [session_id, agent_id, text] = ['session', 'agent', 'status'].map((name) => textOf(options, name))
    const status = STATUSES.find((name) => name === text)
    if (text !== undefined && status === undefined)
      throw new UsageError(`--status ${text} is unknown. Write one of ${STATUSES.join(', ')}.`)
    const limit = limitOf(options)
    const times = { ...timeOf(options, 'from'), ...timeOf(options, 'to') }
    const parley = await connect()
    const pages = parley.run.listPages(
      {
        ...(session_id !== undefined && { session_id }),
        ...(agent_id !== undefined && { agent_id }),
        ...(status !== undefined && { status }),
        ...times,
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

/** Returns the option as a field of that name, in ISO 8601. Throws UsageError for a text that is not a time. */
function timeOf<Name extends 'from' | 'to'>(options: OptionValues, name: Name): { [Key in Name]?: string } {
  const text = textOf(options, name)
  if (text === undefined) return {}
  const time = new Date(text)
  if (Number.isNaN(time.getTime()))
    throw new UsageError(
      `--${name} ${text} is not a time. Write one such as 2026-05-01 or 2026-05-01T08:00Z.`,
    )
  // The compiler loses the name of a computed key.
  return { [name]: time.toISOString() } as { [Key in Name]?: string }
}
