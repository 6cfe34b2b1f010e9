import { createParleyClient } from '@parley/sdk'
import { type Command, textOf } from '../command.ts'
import { UsageError } from '../failure.ts'
import { originOf } from '../origin-of.ts'
import { keyIdOf } from './keys-list.ts'

/** Revokes a key that this computer keeps, at its service, and forgets it. */
export const keysRevoke: Command = {
  name: 'keys revoke',
  words: '',
  minWords: 0,
  maxWords: 0,
  about: 'Revoke the kept API key of the current service, or of --origin, and forget it.',
  run: async ({ options, terminal, credentials, fetch, signal }) => {
    const { current, keys } = await credentials.read()
    const origin = originOf(textOf(options, 'origin') ?? current ?? '')
    const key = keys[origin]
    if (key === undefined)
      throw new UsageError('This computer keeps no key for that service. See parley keys list.')
    const api_key_id = keyIdOf(key)
    const { message } = await createParleyClient({ origin, credential: key, fetch }).apiKey.revokeSelf(
      { api_key_id },
      { signal },
    )
    await credentials.forget(origin)
    terminal.show({ origin, api_key_id, message }, () => [message])
  },
}
