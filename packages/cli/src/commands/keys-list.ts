import type { Command } from '../command.ts'
import { table } from '../terminal.ts'

/** Lists the API keys that this computer keeps, without their secrets. */
export const keysList: Command = {
  name: 'keys list',
  words: '',
  minWords: 0,
  maxWords: 0,
  about: 'List the API keys that this computer keeps: their services and public ids.',
  run: async ({ terminal, credentials }) => {
    const { current, keys } = await credentials.read()
    const rows = Object.entries(keys).map(([origin, key]) => ({
      origin,
      api_key_id: keyIdOf(key),
      is_current: origin === current,
    }))
    terminal.show(rows, () =>
      table(rows.map((row) => [row.is_current ? '*' : ' ', row.api_key_id, row.origin])),
    )
  },
}

/** The public part of an API key: the 12 characters after `prl_`. */
export function keyIdOf(key: string): string {
  return /^prl_([0-9A-Za-z]{12})_/.exec(key)?.[1] ?? '(not an API key)'
}
