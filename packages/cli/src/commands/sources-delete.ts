import type { Command } from '../command.ts'

/** Deletes data sources. */
export const sourcesDelete: Command = {
  name: 'sources delete',
  words: '<source id> …',
  minWords: 1,
  maxWords: 1000,
  about: 'Delete data sources with their files.',
  run: async ({ words, terminal, connect, signal }) => {
    const parley = await connect()
    for (const data_source_id of words) {
      await parley.dataSource.delete({ data_source_id }, { signal })
      terminal.note(`Deleted ${data_source_id}.`)
    }
    if (terminal.isJson) terminal.show({ deleted: words }, () => [])
  },
}
