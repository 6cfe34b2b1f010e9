import { parseArgs } from 'node:util'
import { createParleyClient, type ParleyClient } from '@parley/sdk'
import { COMMON_OPTIONS, type Command, type CommandCall, type CommandOption, textOf } from './command.ts'
import { COMMANDS } from './commands/index-of-commands.ts'
import { openCredentials, settingsFolder } from './credentials.ts'
import { CheckFailed, EXIT, exitCodeOf, UsageError } from './failure.ts'
import { describeCommand, describeCommands } from './help.ts'
import { originOf } from './origin-of.ts'
import { openTerminal } from './terminal.ts'

/** What surrounds a command: the environment, streams and signal of the process or of a test. */
export type CommandSurroundings = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly streams: Parameters<typeof openTerminal>[0]
  readonly fetch: typeof globalThis.fetch
  readonly signal: AbortSignal
}

/**
 * Runs `parley` with the given arguments and returns the exit code (`EXIT`). Errors are one sentence on the error
 * output. It never throws.
 *
 * @example
 * process.exitCode = await runCommand(process.argv.slice(2), surroundings)
 */
export async function runCommand(args: readonly string[], around: CommandSurroundings): Promise<number> {
  try {
    return await dispatch(args, around)
  } catch (error) {
    if (around.signal.aborted) return EXIT.interrupted
    if (error instanceof CheckFailed) return EXIT.failed
    around.streams.errors.write(`parley: ${error instanceof Error ? error.message : String(error)}\n`)
    return exitCodeOf(error)
  }
}

async function dispatch(args: readonly string[], around: CommandSurroundings): Promise<number> {
  const [first = '--help'] = args
  const { output } = around.streams
  if (first === '--version') return say(output, '0.1.0')
  if (first === '--help' || first === 'help') return say(output, describeCommands(COMMANDS))
  const command = findCommand(args)
  if (args.includes('--help')) return say(output, describeCommand(command))
  const { words, options: written } = parse(command, args.slice(command.name.split(' ').length))
  const terminal = openTerminal(around.streams, written.json === true)
  const credentials = openCredentials(settingsFolder(around.env, around.home))
  const { env, fetch, signal } = around
  const options = { ...(env.PARLEY_ORIGIN && { origin: env.PARLEY_ORIGIN }), ...written }
  const findKey = async (origin: string) =>
    textOf(options, 'api-key') ?? env.PARLEY_API_KEY ?? (await credentials.read()).keys[origin]
  const call = { words, options, terminal, credentials, findKey, fetch, signal }
  await command.run({ ...call, connect: () => connect(call) })
  return EXIT.ok
}

function say(output: { write: (text: string) => unknown }, text: string): number {
  output.write(`${text}\n`)
  return EXIT.ok
}

function findCommand(args: readonly string[]): Command {
  const [first = '', second = ''] = args
  const found =
    COMMANDS.find(({ name }) => name === `${first} ${second}`) ?? COMMANDS.find(({ name }) => name === first)
  if (found) return found
  if (first.startsWith('-'))
    throw new UsageError(`Write ${first} after the command, such as parley ask ${first}.`)
  const verbs = COMMANDS.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name)
  if (verbs.length > 0)
    throw new UsageError(`Write one of: ${verbs.map((name) => `parley ${name}`).join(', ')}.`)
  throw new UsageError(`There is no command "${first}". Run parley --help for the list.`)
}

function parse(command: Command, args: readonly string[]): Pick<CommandCall, 'words' | 'options'> {
  const known: Record<string, CommandOption> = { ...COMMON_OPTIONS, ...command.options }
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { type, multiple = false }]) => [name, { type, multiple }]),
  )
  const { values, positionals } = readArguments(command, args, options)
  if (positionals.length < command.minWords || positionals.length > command.maxWords)
    throw new UsageError(`Write: parley ${command.name} ${command.words}`.trimEnd())
  return { words: positionals, options: values }
}

function readArguments(
  { name }: Command,
  args: readonly string[],
  options: Record<string, { type: 'string' | 'boolean'; multiple: boolean }>,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : '').split('. ')
    throw new UsageError(`${reason.replace(/\.$/, '')}. Run parley ${name} --help for its options.`)
  }
}

async function connect({
  options,
  credentials,
  findKey,
  fetch,
}: Omit<CommandCall, 'connect'>): Promise<ParleyClient> {
  const { current } = await credentials.read()
  const origin = originOf(textOf(options, 'origin') ?? current ?? '')
  const key = await findKey(origin)
  if (origin === '' || key === undefined)
    throw new UsageError('You are not signed in. Run parley login <address of the service>.')
  return createParleyClient({ origin, credential: key, fetch })
}
