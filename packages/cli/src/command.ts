import type { ParleyClient } from '@parley/sdk'
import type { Credentials } from './credentials.ts'
import type { Terminal } from './terminal.ts'

/** An option of a command, in the form of `parseArgs` of node:util, with its help text. */
export type CommandOption = {
  readonly type: 'string' | 'boolean'
  readonly multiple?: boolean
  /** The name of the value in the help text. */
  readonly value?: string
  readonly about: string
}

/** The values of the options by name; one of type boolean is true where it was given. */
export type OptionValues = Readonly<
  Record<string, string | boolean | readonly (string | boolean)[] | undefined>
>

/** What a command works with. */
export type CommandCall = {
  readonly words: readonly string[]
  readonly options: OptionValues
  readonly terminal: Terminal
  readonly credentials: Credentials
  /** The service of `--origin`, of the environment, or of the last sign-in. Throws UsageError when there is none. */
  readonly connect: () => Promise<ParleyClient>
  /** The API key for a service: of `--api-key`, of the environment, or the kept one. */
  readonly findKey: (origin: string) => Promise<string | undefined>
  readonly fetch: typeof globalThis.fetch
  /** Aborts at Ctrl-C. */
  readonly signal: AbortSignal
}

/** One command: `parley <name> <words>`. */
export type Command = {
  /** One or two words, such as `sessions list`. */
  readonly name: string
  /** The words after the name, for the help text. */
  readonly words: string
  readonly minWords: number
  readonly maxWords: number
  readonly about: string
  readonly options?: Readonly<Record<string, CommandOption>>
  readonly run: (call: CommandCall) => Promise<void>
}

/** Options that every command takes. */
export const COMMON_OPTIONS: Readonly<Record<string, CommandOption>> = {
  json: { type: 'boolean', about: 'Print JSON: one document, or one line for each event of a stream.' },
  origin: {
    type: 'string',
    value: 'address',
    about: 'The address of the service. By default PARLEY_ORIGIN, then the service of the last login.',
  },
  'api-key': {
    type: 'string',
    value: 'key',
    about: 'The API key. By default PARLEY_API_KEY, then the key that login kept.',
  },
  help: { type: 'boolean', about: 'Show the help of a command.' },
}

/** The text of an option that has one value. */
export function textOf(options: OptionValues, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** The texts of an option that may be repeated. */
export function textsOf(options: OptionValues, name: string): string[] {
  const value = options[name]
  return Array.isArray(value) ? value.map(String) : []
}
