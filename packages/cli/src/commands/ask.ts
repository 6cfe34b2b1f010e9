import { type ParleyClient, ParleyError } from '@parley/sdk'
import { type Command, type CommandCall, textOf, textsOf } from '../command.ts'
import { UsageError } from '../failure.ts'
import { createAnswerPrinter } from '../print-answer.ts'
import { uploadSource } from '../upload-source.ts'

/** Asks an agent and prints the answer while the model writes it. */
export const ask: Command = {
  name: 'ask',
  words: '[question]',
  minWords: 0,
  maxWords: 1,
  about:
    'Ask an agent. Prints the answer to standard output and its steps to standard error. Reads the question from standard input unless you write one.',
  options: {
    session: { type: 'string', value: 'id', about: 'Continue this session. By default, open a new one.' },
    agent: {
      type: 'string',
      value: 'id or name',
      about: 'The agent of a new session. Needed only when you have several agents.',
    },
    file: {
      type: 'string',
      value: 'path',
      multiple: true,
      about: 'Connect this file as a data source first. May be repeated.',
    },
  },
  run: async (call) => {
    const { words, options, terminal, signal } = call
    const query = (words[0] ?? (await terminal.readInput()) ?? '').trim()
    if (query === '')
      throw new UsageError('There is no question. Write parley ask "<question>", or pipe it in.')
    const parley = await call.connect()
    for (const file of textsOf(options, 'file')) {
      const { name } = await uploadSource(parley, file, { terminal, signal })
      terminal.note(`[source ${name} is connected]`)
    }
    const session_id = textOf(options, 'session') ?? (await openSession(parley, query, call))
    await answer(parley, { session_id, query }, call)
  },
}

/** Characters of the question that become the name of a new session. */
const NAME_LENGTH = 80

async function openSession(
  parley: ParleyClient,
  query: string,
  { options, signal }: CommandCall,
): Promise<string> {
  const agent_id = await findAgent(parley, textOf(options, 'agent'), signal)
  const { session_id } = await parley.session.create(
    { name: query.slice(0, NAME_LENGTH), agent_id },
    { signal },
  )
  return session_id
}

/** Returns the agent with this id or name, or the user's only agent. Throws UsageError unless exactly one matches. */
async function findAgent(
  parley: ParleyClient,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  const { agents } = await parley.agent.list({}, { signal })
  const found = agents.filter(({ id, name }) => wanted === undefined || id === wanted || name === wanted)
  const [agent] = found
  if (agent && found.length === 1) return agent.id
  if (agents.length === 0) throw new UsageError('You have no agent. Create one in the console first.')
  const names = agents.map(({ id, name }) => `${id} (${name})`).join(', ')
  throw new UsageError(`Name one agent with --agent. Your agents are: ${names}.`)
}

async function answer(
  parley: ParleyClient,
  question: { readonly session_id: string; readonly query: string },
  { terminal, signal }: CommandCall,
): Promise<void> {
  const stream = parley.chat.queryStream(question, { signal })
  const printer = createAnswerPrinter(terminal)
  let runId: string | undefined
  try {
    for await (const event of stream) {
      if (event.type === 'run') runId = event.run_id
      printer.event(event)
    }
  } catch (error) {
    // The service finishes a turn even when its client is gone, so Ctrl-C must cancel it.
    if (signal.aborted && runId !== undefined) await parley.run.cancel({ run_id: runId }).catch(() => {})
    throw error
  }
  const reply = await stream.reply()
  printer.reply({ ...reply, session_id: question.session_id })
  if (reply.status === 'error')
    throw new ParleyError('The answer failed; its text says why.', { status: 200 })
}
