import { type Command, textOf } from '../command.ts'
import { UsageError } from '../failure.ts'
import { counted } from '../terminal.ts'
import { uploadSource } from '../upload-source.ts'

/** Connects a file or a sample data set. */
export const sourcesAdd: Command = {
  name: 'sources add',
  words: '[file]',
  minWords: 0,
  maxWords: 1,
  about: 'Connect a file as a data source: CSV, Parquet, Excel, SQLite, JSON and more.',
  options: {
    name: { type: 'string', value: 'name', about: 'The name in SQL; by default that of the file.' },
    description: { type: 'string', value: 'text', about: 'What the data is about; it helps models find it.' },
    sample: {
      type: 'string',
      value: 'name',
      about: 'Connect a public sample of the service in place of a file.',
    },
  },
  run: async ({ words: [file], options, terminal, connect, signal }) => {
    const [name, description, sample] = ['name', 'description', 'sample'].map((option) =>
      textOf(options, option),
    )
    if ((file === undefined) === (sample === undefined))
      throw new UsageError('Write either a file or --sample <name>.')
    const parley = await connect()
    const fields = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) }
    const source =
      file === undefined
        ? await parley.dataSource.create({ sample }, { signal })
        : await uploadSource(parley, file, { terminal, signal, ...fields })
    terminal.show(source, () => [
      `${source.id}  ${source.name}`,
      ...source.tables.map(
        (table) =>
          `  ${table.name}: ${counted(table.columns.length, 'column')}, ${counted(table.row_count ?? '?', 'row')}`,
      ),
    ])
  },
}
