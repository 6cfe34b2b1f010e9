import type { Command } from '../command.ts'
import { counted, table } from '../terminal.ts'

/** Lists data sources. */
export const sourcesList: Command = {
  name: 'sources list',
  words: '',
  minWords: 0,
  maxWords: 0,
  about: 'List data sources.',
  run: async ({ terminal, connect, signal }) => {
    const parley = await connect()
    const { data_sources } = await parley.dataSource.list({}, { signal })
    terminal.show(data_sources, () =>
      table(
        data_sources.map(({ id, name, kind, table_count }) => [
          id,
          name,
          kind,
          counted(table_count, 'table'),
        ]),
      ),
    )
  },
}
