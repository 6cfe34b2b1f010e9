import { COMMON_OPTIONS, type Command, type CommandOption } from './command.ts'
import { table } from './terminal.ts'

/** The list of all commands. */
export function describeCommands(commands: readonly Command[]): string {
  const rows = commands.map(({ name, words, about }) => [`  parley ${name} ${words}`.trimEnd(), about])
  return [
    'Ask the agents of a Parley service, and manage its records.',
    '',
    ...table(rows),
    '',
    'Every command takes --json, --origin and --api-key. parley <command> --help shows its options.',
    'parley --version prints the version.',
    'Exit codes: 0 done, 1 refused or failed, 2 wrong command line, 3 credential, 4 not found, 5 not reachable,',
    '130 interrupted, 141 the reader of the output ended.',
  ].join('\n')
}

/** What a command does, with its words and options. */
export function describeCommand({ name, words, about, options = {} }: Command): string {
  const all = Object.entries({ ...options, ...COMMON_OPTIONS })
  return [
    `parley ${name} ${words}`.trimEnd(),
    '',
    about,
    '',
    ...table(all.map(([option, entry]) => [`  ${spell(option, entry)}`, entry.about])),
  ].join('\n')
}

function spell(name: string, { type, value = 'text' }: CommandOption): string {
  return type === 'boolean' ? `--${name}` : `--${name} <${value}>`
}
