import { createParleyClient } from '@parley/sdk'
import { type Command, textOf } from '../command.ts'
import { UsageError } from '../failure.ts'
import { originOf } from '../origin-of.ts'

const LOCAL = 'http://127.0.0.1:3000'

/** Checks an API key at its service and keeps it in a file that only the user may read. */
export const login: Command = {
  name: 'login',
  words: '[address]',
  minWords: 0,
  maxWords: 1,
  about: `Keep an API key for a service. Without an address: --origin, PARLEY_ORIGIN or ${LOCAL}. The key comes from --api-key, standard input or a prompt.`,
  run: async ({ words, options, terminal, credentials, fetch, signal }) => {
    const origin = originOf(words[0] ?? textOf(options, 'origin') ?? LOCAL)
    const question = `API key for ${origin} (console: Settings, API keys): `
    const typed =
      textOf(options, 'api-key') ?? (await terminal.readInput()) ?? (await terminal.readSecret(question))
    const key = typed?.trim() ?? ''
    if (key === '')
      throw new UsageError('There is no API key. Write parley login --api-key <key>, or pipe the key in.')
    await createParleyClient({ origin, credential: key, fetch }).agent.list({ limit: 1 }, { signal })
    await credentials.keep(origin, key)
    terminal.show({ origin, file: credentials.file }, () => [
      `Signed in at ${origin}. The key is in ${credentials.file}.`,
    ])
  },
}
